"""Networks: derivatives are exact, and training reduces the loss."""

from __future__ import annotations

import numpy as np

from memetik.methods.neural.network import Adam, Network


def _network() -> Network:
    return Network((3, 5, 4, 2), np.random.default_rng(1))


def test_slopes_are_derivatives() -> None:
    network = _network()
    x, wanted = np.random.default_rng(2).standard_normal((2, 6, 3))
    wanted = wanted[:, :2]
    network.weights, network.biases = (  # in double precision, to see more digits
        [a.astype(np.float64) for a in arrays] for arrays in (network.weights, network.biases)
    )

    def loss() -> float:
        return 0.5 * float(((network(x) - wanted) ** 2).sum())

    values = network.layers(x)
    slopes = network.slopes(values, values[-1] - wanted)
    for numbers, slope in zip(network.weights + network.biases, slopes, strict=True):
        for where in np.ndindex(numbers.shape):
            kept, h = numbers[where], 1e-5
            numbers[where] = kept + h
            above = loss()
            numbers[where] = kept - h
            below = loss()
            numbers[where] = kept
            assert abs((above - below) / (2 * h) - slope[where]) < 1e-4


def test_it_learns_a_product() -> None:
    rng = np.random.default_rng(3)
    network = Network((2, 16, 1), rng)
    adam = Adam(network)
    losses = []
    for _ in range(600):
        x = rng.uniform(-1, 1, (64, 2))
        values = network.layers(x)
        missed = values[-1] - x[:, :1] * x[:, 1:]
        losses.append(float((missed**2).mean()))
        adam.step(network.slopes(values, (missed / 64).astype(np.float32)), 1e-2)
    assert np.mean(losses[-50:]) < 0.02 * losses[0]


def test_arrays_make_the_same_network_again() -> None:
    network, other = _network(), Network((3, 5, 4, 2), np.random.default_rng(9))
    x = np.ones((1, 3))
    assert (network(x) != other(x)).any()
    assert other.load(network.to_arrays())
    assert (network(x) == other(x)).all()


def test_arrays_of_another_network_are_not_taken() -> None:
    network = _network()
    before = network(np.ones((1, 3)))
    arrays = network.to_arrays()
    assert not network.load(Network((3, 6, 4, 2), np.random.default_rng(1)).to_arrays())
    assert not network.load({name: a for name, a in arrays.items() if name != "biases0"})
    assert not network.load(arrays | {"weights0": np.full((3, 5), np.nan, dtype=np.float32)})
    assert (network(np.ones((1, 3))) == before).all()

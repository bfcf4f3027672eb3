"""Pictures and animations of robots and their goals, and charts of evolutionary searches."""

from .ablations import ablation
from .animation import animate
from .chart import Chart
from .efficiency import efficiency_map
from .fitness_bands import fitness
from .landscapes import landscape
from .panels import panels
from .picture import render, save_picture
from .populations import population
from .still import Still
from .success_curves import success_by_generation
from .success_maps import success_map

__all__ = [
    "Chart",
    "Still",
    "ablation",
    "animate",
    "efficiency_map",
    "fitness",
    "landscape",
    "panels",
    "population",
    "render",
    "save_picture",
    "success_by_generation",
    "success_map",
]

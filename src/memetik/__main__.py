"""``python -m memetik`` is the command ``memetik``."""

from .cli import main

if __name__ == "__main__":
    main()

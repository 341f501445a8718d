"""`python -m gangdan_gui`. Light at the top: a spawned child may import it again."""

import sys

from gangdan_gui.cli import main

if __name__ == "__main__":
    sys.exit(main())

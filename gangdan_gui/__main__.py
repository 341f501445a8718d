"""`python -m gangdan_gui` and the installed commands. Light at the top: a spawned child imports it again."""

import sys

_INTERRUPTED = 130


def main() -> int:
    """The exit code of one command. An interrupt while all that it needs is imported ends it without a word."""
    try:
        from gangdan_gui.cli import main as run

        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

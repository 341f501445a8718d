"""The window. The only room with PySide6; panes ask, presenters act on the services, models show."""

"""The pane of sources: the list, adding, the catalogue, building."""

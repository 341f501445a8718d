"""The words of the product: frozen data, errors, events and Protocols. Standard library only; imports no other room."""

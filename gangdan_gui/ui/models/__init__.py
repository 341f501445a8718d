"""Choosing models and having them downloaded."""

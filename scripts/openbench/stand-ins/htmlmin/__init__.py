"""Stands in for django-htmlmin, which makes pages smaller and is not packaged everywhere."""

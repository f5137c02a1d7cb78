# Made from api/openapi.json by tools/generate.py. Do not edit.
__version__ = "0.1.0"

"""The extension module on librailhead; everything else is in pyproject.toml."""
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / 'build/python-build'

# In the tree, what is built is where all that is built is.
options = {}
if (HERE.parent / 'library.mk').exists():
    BUILD.mkdir(parents=True, exist_ok=True)
    options = {'build': {'build_base': str(BUILD)}, 'egg_info': {'egg_base': str(BUILD)}}

setup(cffi_modules=['build_core.py:ffi'], options=options)

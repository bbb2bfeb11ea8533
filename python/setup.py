"""The extension module on librailhead, and its version; everything else is in pyproject.toml."""
import re
import subprocess
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / 'build/python-build'

# In the tree, what is built is where all that is built is.
options = {}
if (HERE.parent / 'library.mk').exists():
    BUILD.mkdir(parents=True, exist_ok=True)
    options = {'build': {'build_base': str(BUILD)}, 'egg_info': {'egg_base': str(BUILD)}}



def version():
    """That of the library."""
    header = HERE.parent / 'include/railhead/base.h'
    if header.exists():
        return '.'.join(re.findall(r'^#define RAILHEAD_VERSION_[A-Z]+ (\d+)$', header.read_text(), re.MULTILINE))
    return subprocess.check_output(['pkg-config', '--modversion', 'railhead'], text=True).strip()


setup(version=version(), cffi_modules=['build_core.py:ffi'], options=options)

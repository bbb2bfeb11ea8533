"""Makes railhead._core from the headers of librailhead.

In its source tree the package holds the library itself, built by make if it is not there.  With
RAILHEAD_SYSTEM=1, or away from the tree, it takes the installed one that pkg-config knows.
"""
import os
import re
import subprocess
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
TREE = HERE.parent
# Each after those that it needs.
HEADERS = ['base', 'board', 'turn', 'position', 'game', 'bots', 'record', 'review', 'score', 'batch']


def in_tree():
    return (TREE / 'library.mk').exists() and os.environ.get('RAILHEAD_SYSTEM') != '1'


def pkg_config(flag):
    return subprocess.check_output(['pkg-config', flag, 'railhead'], text=True).split()


def declarations(folder):
    """What the headers declare, as cffi reads it: without comments and the preprocessor's lines."""
    text = ''.join((folder / f'{name}.h').read_text() for name in HEADERS)
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)
    text = re.sub(r'#ifdef __cplusplus.*?#endif', '', text, flags=re.DOTALL)
    text = re.sub(r'^#.*$', '', text, flags=re.MULTILINE)
    return text.replace('RAILHEAD_API', '')


def library():
    """The folder of the headers, and how to compile and link."""
    if not in_tree():
        flags = pkg_config('--cflags')
        folders = [Path(flag[2:]) for flag in flags if flag.startswith('-I')] or [Path('/usr/include')]
        return folders[0] / 'railhead', {'extra_compile_args': flags, 'extra_link_args': pkg_config('--libs')}
    archive = TREE / 'build/lib/librailhead.a'
    subprocess.check_call(['make', '-s', '-C', str(TREE), str(archive.relative_to(TREE))])
    return TREE / 'include/railhead', {
        'include_dirs': [str(TREE / 'include')],
        'extra_objects': [str(archive)],
        'depends': [str(archive)],
        'libraries': ['pthread', 'm'],
    }


FOLDER, HOW = library()
ffi = FFI()
ffi.cdef(declarations(FOLDER))
ffi.set_source('railhead._core', '#include <railhead/railhead.h>', **HOW)

if __name__ == '__main__':
    ffi.compile(verbose=True)

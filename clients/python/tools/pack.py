"""Leaves the wheel and the sdist in a folder: tools/pack.py FOLDER. The same sources give the same archives.

Needs flit_core.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from flit_core import buildapi

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent


def last_change() -> str:
    """When the sources were last changed, in seconds since 1970."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=HERE, capture_output=True, text=True)
    return done.stdout.strip() or "0"


def main() -> None:
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(folder, exist_ok=True)
    os.environ.setdefault("SOURCE_DATE_EPOCH", last_change())
    with tempfile.TemporaryDirectory() as work:
        # The licence stands above, where archives cannot reach; of the rest what is needed.
        for file in (HERE / "pyproject.toml", HERE / "README.md", ROOT / "LICENSE"):
            shutil.copyfile(file, Path(work, file.name))
        shutil.copytree(HERE / "src", Path(work, "src"), ignore=shutil.ignore_patterns("__pycache__"))
        for path in Path(work).rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        os.chdir(work)
        for name in (buildapi.build_wheel(folder), buildapi.build_sdist(folder)):
            print(name)
        os.chdir(HERE)


if __name__ == "__main__":
    main()

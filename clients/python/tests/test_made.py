import subprocess
import sys
import unittest
from pathlib import Path

GENERATE = Path(__file__).parent.parent / "tools" / "generate.py"


class Made(unittest.TestCase):
    def test_what_is_made_from_the_document_is_current(self) -> None:
        done = subprocess.run([sys.executable, str(GENERATE), "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

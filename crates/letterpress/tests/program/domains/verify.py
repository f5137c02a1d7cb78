"""Verifies mails with dkimpy: FOLDER RECORDS, the latter JSON of the TXT records by name. Prints one line per signature."""

import json
import pathlib
import sys

import dkim
import dns.name  # what dkimpy asks the DNS with elsewhere
import nacl.signing  # without it dkimpy calls every Ed25519 signature bad

records = json.loads(pathlib.Path(sys.argv[2]).read_text())


def txt(name, timeout=5):
    key = name.decode() if isinstance(name, bytes) else name
    return records[key.rstrip(".")].encode()


for path in sorted(pathlib.Path(sys.argv[1]).glob("*.eml")):
    message = dkim.DKIM(path.read_bytes(), minkey=1024)
    for index in (0, 1):
        try:
            verdict = "pass" if message.verify(idx=index, dnsfunc=txt) else "fail"
        except dkim.DKIMException as error:
            verdict = f"error: {error}"
        print(path.name, index, message.signature_fields[b"a"].decode(), verdict)

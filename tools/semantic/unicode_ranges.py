"""Writes the character classes of the reference tokenizer as ranges: wasm/model/src/unicode_ranges.rs.

The reference has the classes of an older Unicode, so they are asked of it, one character at a time.
Usage: python tools/semantic/unicode_ranges.py TOKENIZER.json (needs the package `tokenizers`; then run cargo fmt)
"""

import sys
import unicodedata
from pathlib import Path

from tokenizers import Tokenizer

OUT = Path(__file__).parents[2] / "wasm/model/src/unicode_ranges.rs"


def ranges(codes):
    found = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def main():
    reference = Tokenizer.from_file(sys.argv[1])
    removed, marks, punctuation = [], [], []
    for code in range(0x110000):
        if 0xD800 <= code < 0xE000:
            continue
        letter = chr(code)
        around = f"a{letter}a"
        if reference.normalizer.normalize_str(around) == "aa":
            other = unicodedata.category(letter)[0] == "C" or letter == "\ufffd"
            (removed if other else marks).append(code)
        if len(reference.pre_tokenizer.pre_tokenize_str(around)) == 3:
            punctuation.append(code)
    lines = ["//! Classes of characters, as the reference tokenizer has them: first and last character of each range.\n"]
    lines.append("//! `tools/semantic/unicode_ranges.py` writes this file.\n")
    for name, about, codes in (
        ("REMOVED", "Control and format characters and those of private use.", removed),
        ("MARKS", "Marks that take no place of their own.", marks),
        ("PUNCTUATION", "Punctuation, and all signs of ASCII.", punctuation),
    ):
        flat = ", ".join(f"0x{code:x}" for pair in ranges(codes) for code in pair)
        count = 2 * len(ranges(codes))
        lines.append(f"\n/// {about}\npub(crate) static {name}: [u32; {count}] = [{flat}];\n")
    OUT.write_text("".join(lines))


main()

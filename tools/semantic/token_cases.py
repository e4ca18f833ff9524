"""Writes cases for the module's tokenizer, made by the reference: wasm/model/src/tests/tokens.jsonl.

The first line is a small vocabulary, each other one a text and its ids.
Usage: python tools/semantic/token_cases.py (needs the package `tokenizers`)
"""

import json
import random
from pathlib import Path

from tokenizers import BertWordPieceTokenizer

OUT = Path(__file__).parents[2] / "wasm/model/src/tests/tokens.jsonl"
WORDS = "the a file copy copies dup search un index install how do i to is not cafe naive strasse 東 京 都 中 文 가 か".split()
PARTS = "ing s ed er ly able ation e es licate stall ex 1 2 3 ss".split()
LETTERS = "abcdefghijklmnopqrstuvwxyzαβγσςабвйıßøæ0123456789!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”—…¿、。"
VOCABULARY = list(
    dict.fromkeys(
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *WORDS]
        + ["##" + part for part in [*LETTERS[:50], *PARTS]]
    )
)
TRICKY = [
    "", " ", "\t\n\r", "The FILE copies", "unduplicated", "Café naïve CAFÉ", "cafe\u0301", "Straße", "ΣΊΣΥΦΟΣ", "Йод",
    "İstanbul ısı", "東京都へ", "中文file中文", "가나다", "か\u3099が", "a\u0000b", "a\ufffdb", "a\u200bb", "a\u00adb", "\ufeffthe",
    "a\u000bb\u000cc\u0085d", "a\u00a0b\u3000c\u2028d", "install[SEP]file", "[CLS] the [MASK][PAD]", "[cls] [SE P]", "[[SEP]]",
    "x" * 100, "x" * 101, "the " + "ab" * 60 + " file", "é" * 100, "e\u0301" * 101, "don't—stop…", "¿how?", "“file”、。", "$1.23+4=5^6`~|",
    "\ue000a\U000f0000b", "a\u0300\u0327b", "\u0300", "\u1e9e ẞß", "Ǆ ǆ ﬁle", "🙂 file 👨‍👩‍👧", "𝒇𝒊𝒍𝒆", "\U0002f800\uf900\ufa0e",
    "a\u0903b\u094d", "ạ̇", "\u0344", "Å", "Ω", "\u2126", "\u0130", "the\u2060file", "١٢٣", "Ⅻ ⅻ", "ᾳ ᾼ", "\u1fbc", "no\u0338t",
]  # fmt: skip


def main():
    vocabulary = {piece: at for at, piece in enumerate(VOCABULARY)}
    reference = BertWordPieceTokenizer(vocabulary, lowercase=True)
    chance = random.Random(20)
    parts = WORDS + PARTS + list(LETTERS) + [" "] * 30 + [text for text in TRICKY if len(text) < 20]
    texts = TRICKY + ["".join(chance.choices(parts, k=chance.randint(2, 14))) for _ in range(90)]
    for _ in range(60):
        codes = [chance.choice([0x80, 0x300, 0x600, 0x900, 0x1E00, 0x2000, 0x3000, 0xFE00, 0x1D100]) for _ in range(8)]
        texts.append("a".join(chr(code + chance.randrange(256)) for code in codes))
    lines = [VOCABULARY] + [[text, reference.encode(text).ids] for text in texts]
    OUT.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


main()

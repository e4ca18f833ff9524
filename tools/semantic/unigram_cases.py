"""Writes cases for the module's Unigram tokenizer, made by the reference.

python tools/semantic/unigram_cases.py               a small model and its cases: wasm/model/src/tests/unigram.jsonl
python tools/semantic/unigram_cases.py FILE.model N  N texts of that model, on standard output

The first line is the vocabulary as ra keeps it, each other one a text and its ids. Needs the package `sentencepiece`.
"""

import base64
import io
import json
import random
import struct
import sys
import tempfile
from pathlib import Path

import sentencepiece as spm
from sentencepiece import sentencepiece_model_pb2 as pb

OUT = Path(__file__).parents[2] / "wasm/model/src/tests/unigram.jsonl"
SCRIPTS = {
    "latin": "The quick brown fox jumps over the lazy dog, doesn't it?",
    "german": "Größere Straßenkreuzungen überquert man äußerst vorsichtig.",
    "french": "L'été dernier, j'ai été à la fête où l'œuvre fut jouée.",
    "polish": "Zażółć gęślą jaźń, proszę.",
    "turkish": "İstanbul'da ılık bir akşamüstü çay içtik.",
    "vietnamese": "Tiếng Việt có nhiều dấu thanh khác nhau.",
    "greek": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.",
    "russian": "Съешь же ещё этих мягких французских булок.",
    "arabic": "السلام عليكم، كيف حالك اليوم؟",
    "hebrew": "דג סקרן שט בים מאוכזב ולפתע מצא חברה",
    "hindi": "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा",
    "bengali": "আমি বাংলায় গান গাই।",
    "tamil": "யாமறிந்த மொழிகளிலே தமிழ்மொழி போல்",
    "thai": "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
    "georgian": "ვეპხის ტყაოსანი შოთა რუსთაველი",
    "armenian": "Բոլոր մարդիկ ծնվում են ազատ",
    "chinese": "我能吞下玻璃而不伤身体。設定檔案在哪裡?",
    "japanese": "いろはにほへと ちりぬるを カタカナ設定ファイル",
    "korean": "키스의 고유조건은 입술끼리 만나야 하고",
    "ethiopic": "ሰማይ አይታረስ ንጉሥ አይከሰስ",
    "emoji": "🙂 👨‍👩‍👧 🇩🇪 ✌🏽",
    "code": "for (let i = 0; i < n; i++) { a[i] += f(x_1, \"y\\n\"); } // http://a.b/c?d=e&f=%20",
}
TRICKY = [
    "", " ", "\t\n\r", "  two  blanks  ", "\u3000full\u3000width\u3000", "ＦＵＬＬ ｗｉｄｔｈ １２３", "ﬁne ﬂow ﬃ", "①②③ Ⅻ ½ ㎏ ㌔", "か\u3099が", "e\u0301 é",
    "a\u0000b", "a\ufffdb", "a\u200bb", "a\u00adb", "\ufeffthe", "a\u000bb\u000cc\u0085d", "a\u00a0b", "▁under▁score", "▁", "▁▁ ▁", "x" * 300,
    "\U0002f800\uf900\ufa0e", "𝒇𝒊𝒍𝒆", "\ue000\U000f0000", "ﷺ", "…", "“quoted” ‘one’ —", "~〜～", "ｶﾞｷﾞ", "\u1e9eß", "ΣΊΣΥΦΟΣ", "<s></s><unk>", "extra_token_id_1",
    "\u0300\u0301", "no\u0338t", "ạ̇", "\u2126Ω", "क्षि", "กำ", "ำ", "한글\u1100\u1161", "🙂🙂🙂", "unknown😀ἄ😀", "\u2028line\u2029par",
]  # fmt: skip


def texts(count):
    chance = random.Random(54)
    parts = list(SCRIPTS.values())
    letters = "".join(parts)
    made = list(TRICKY) + parts
    while len(made) < count:
        kind = len(made) % 4
        if kind == 0:
            one, other = chance.sample(parts, 2)
            a, b = chance.randrange(len(one)), chance.randrange(len(other))
            made.append(one[a : a + 30] + other[b : b + 30])
        elif kind == 1:
            made.append("".join(chance.choices(letters + " " * 40, k=chance.randint(1, 60))))
        elif kind == 2:
            made.append(chance.choice(parts)[: chance.randint(1, 40)] + chance.choice(TRICKY) + chance.choice(["", " "]) + chance.choice(TRICKY))
        else:
            first = chance.choice([0x80, 0x300, 0x600, 0x900, 0xE00, 0x1100, 0x1E00, 0x2000, 0x2400, 0x3000, 0x3300, 0xAC00, 0xF900, 0xFB00, 0xFE00, 0xFF00, 0x1D400, 0x1F100, 0x1F200])
            made.append("a ".join(chr(first + chance.randrange(256)) for _ in range(10)))
    return made


def vocabulary(model):
    """A model of SentencePiece as ra keeps its vocabulary."""
    head = {
        "charsmap": base64.b64encode(model.normalizer_spec.precompiled_charsmap).decode(),
        "dummyPrefix": model.normalizer_spec.add_dummy_prefix,
        "removeExtraSpaces": model.normalizer_spec.remove_extra_whitespaces,
        "unknown": model.trainer_spec.unk_id,
        "start": model.trainer_spec.bos_id,
        "end": model.trainer_spec.eos_id,
    }
    lines = ["unigram " + json.dumps(head)]
    for piece in model.pieces:
        kinds = pb.ModelProto.SentencePiece
        score = "!" if piece.type == kinds.USER_DEFINED else ""
        if piece.type == kinds.NORMAL:
            score = repr(struct.unpack("<f", struct.pack("<f", piece.score))[0])
        lines.append(f"{score}\t{piece.piece}")
    return "\n".join(lines) + "\n"


def small():
    """A model of few pieces and few rules, which begin with each other."""
    rules = ["3000\t20", "A0\t20", "9\t20", "A\t20", "FB01\t66 69", "66 301\t78", "66 301 302\t79 20", "200B\t", "304B 3099\t304C", "2026\t2E 2E 2E"]
    rules += [f"{0xFF01 + at:X}\t{0x21 + at:X}" for at in range(94)]
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as table:
        table.write("\n".join(rules) + "\n")
        table.flush()
        written = io.BytesIO()
        spm.SentencePieceTrainer.train(
            sentence_iterator=iter(list(SCRIPTS.values()) * 30), model_writer=written, vocab_size=700, character_coverage=0.985, user_defined_symbols=["extra_token_id_1"],
            normalization_rule_tsv=table.name, hard_vocab_limit=False, minloglevel=2,
        )  # fmt: skip
    return written.getvalue()


def main():
    data = Path(sys.argv[1]).read_bytes() if len(sys.argv) > 1 else small()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 220
    model = pb.ModelProto.FromString(data)
    reference = spm.SentencePieceProcessor(model_proto=data)
    lines = [vocabulary(model)]
    for text in texts(count) + ["f\u0301 f\u0301\u0302 f\u0301\u0302 x"]:
        lines.append([text, reference.encode(text, add_bos=True, add_eos=True)])
    out = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    if len(sys.argv) > 1:
        sys.stdout.write(out)
    else:
        OUT.write_text(out)


main()

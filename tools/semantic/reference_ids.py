"""Ids of texts by the reference tokenizer: a line of JSON for each line of JSON, a text or a pair [query, passage].

Usage: python tools/semantic/reference_ids.py TOKENIZER.json < texts.jsonl > ids.jsonl (needs `tokenizers`)
"""

import json
import sys

from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file(sys.argv[1])
tokenizer.no_padding()
tokenizer.no_truncation()
texts = [json.loads(line) for line in sys.stdin]
for pieces in tokenizer.encode_batch([text if isinstance(text, str) else tuple(text) for text in texts]):
    print(json.dumps(pieces.ids))

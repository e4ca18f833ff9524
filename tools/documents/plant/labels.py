"""Invented words, and the labels of a document: which words have to be found, where, and how often."""
import json, random, re

ONSETS, VOWELS, ENDS = "bdfgklmnprstvz", "aeiou", "bdgklmnprtvz"
SENTENCES = [
    "The {} of the {} keeps a {} near the {}.", "When a {} is cold, its {} turns into a {}.",
    "No {} may leave the {} before the {} is dry.", "Each {} has a {} below and a {} above it.",
    "Put the {} beside the {} and wait for the {}.", "A {} that was lent in {} comes back as {}.",
    "Most of the {} is sold as {} to the {} of the town.", "They found a {} and a {} under the old {}.",
    "The {} writes to the {} once a year about its {}.", "If the {} rings, close the {} and call the {}.",
]


class Vocabulary:
    """Words of four syllables; none comes twice, in whatever document."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.known = set()

    def word(self):
        while True:
            pick = self.random.choice
            made = "".join(pick(ONSETS) + pick(VOWELS) for _ in range(4)) + pick(ENDS)
            if made not in self.known:
                self.known.add(made)
                return made

    def number(self):
        """Six digits that occur nowhere else."""
        while True:
            made = str(self.random.randrange(200_000, 999_999))
            if made not in self.known:
                self.known.add(made)
                return made


class Labels:
    """The labels of one document, by construct."""

    def __init__(self, vocabulary, format):
        self.vocabulary, self.format, self.parts = vocabulary, format, {}

    def part(self, construct):
        if construct not in self.parts:
            self.parts[construct] = Part(self.vocabulary, construct)
        return self.parts[construct]

    def json(self):
        parts = [part.label for part in self.parts.values()]
        return json.dumps({"format": self.format, "parts": parts}, indent=1, ensure_ascii=False) + "\n"


class Part:
    def __init__(self, vocabulary, construct):
        self.vocabulary = vocabulary
        self.random = vocabulary.random
        # words: in the text so often. optional: in the text or among what is left out so often. once: at most once in
        # the text. hidden: not in the text. cells: [heading, value] of one column of a table. rows: on one line. order:
        # first seen in this order. lines: lines of code with their indentation. headings: one heading each. shown: one
        # of these forms. absent: none of these forms. apart: on lines of their own. states: two labels whose lines
        # differ. nested: the second is indented more than the first. said: the text or a warning holds one of these.
        # beside: the line of the word has one of these forms. targets: addresses of links.
        self.label = {"construct": construct, "words": {}, "optional": {}, "once": [], "hidden": [], "cells": [],
                      "rows": [], "order": [], "lines": [], "headings": [], "shown": [], "absent": [], "apart": [],
                      "states": [], "nested": [], "said": [], "beside": [], "targets": []}

    def _count(self, field, text, times):
        for word in re.findall(r"[a-z0-9]+", text.lower()):
            if word in self.vocabulary.known:
                self.label[field][word] = self.label[field].get(word, 0) + times
        return text

    def must(self, text, times=1):
        return self._count("words", text, times)

    def may(self, text, times=1):
        return self._count("optional", text, times)

    def fresh(self):
        return self.vocabulary.word()

    def word(self):
        """A new word that has to be in the text."""
        return self.must(self.fresh())

    def number(self):
        return self.must(self.vocabulary.number())

    def words(self, count):
        return [self.word() for _ in range(count)]

    def sentence(self, must=True):
        """A sentence with new words. With `must=False` its words have no label yet."""
        form = self.random.choice(SENTENCES)
        text = form.format(*(self.fresh() for _ in range(form.count("{}"))))
        return self.must(text) if must else text

    def prose(self, sentences=3):
        return " ".join(self.sentence() for _ in range(sentences))

    def title(self, count=2):
        """A title with new words, which has to be a heading."""
        text = " ".join(self.words(count)).capitalize()
        self.heading(text)
        return text

    def once(self, text):
        self.label["once"] += [word for word in re.findall(r"[a-z0-9]+", text.lower()) if word in self.vocabulary.known]
        return text

    def hidden(self, text):
        """Left out of the text, and listed."""
        self.label["hidden"] += [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w in self.vocabulary.known]
        return self.may(text)

    def gone(self, text):
        """Deleted, so it is not in the text, and need not be listed."""
        self.label["hidden"] += [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w in self.vocabulary.known]
        return text

    def cell(self, heading, value):
        self.label["cells"].append([heading, value])

    def row(self, *words):
        self.label["rows"].append(list(words))

    def grid(self, rows):
        """The cells and rows of a table whose first row is its head. None is a place without a text of its own."""
        head, *body = rows
        for row in body:
            for heading, value in zip(head, row):
                if heading and value:
                    self.cell(heading, value)
            filled = [value for value in row if value]
            if len(filled) > 1:
                self.row(*filled)

    def order(self, *words):
        found = [w for text in words for w in re.findall(r"[a-z0-9]+", text.lower()) if w in self.vocabulary.known]
        self.label["order"].append(found)

    def lines(self, lines):
        self.label["lines"].append(list(lines))

    def heading(self, text):
        self.label["headings"].append(text)

    def shown(self, *forms):
        self.label["shown"].append(list(forms))

    def absent(self, *forms):
        self.label["absent"] += forms

    def apart(self, *words):
        self.label["apart"].append(list(words))

    def states(self, one, other):
        self.label["states"].append([one, other])

    def nested(self, outer, inner):
        self.label["nested"].append([outer, inner])

    def said(self, *forms):
        self.label["said"].append(list(forms))

    def beside(self, word, forms):
        self.label["beside"].append([word, list(forms)])

    def target(self, address):
        self.label["targets"].append(address)


def table(part, columns, rows):
    """A table of new words, with its labels. Returns its rows, the head first."""
    made = [part.words(columns) for _ in range(rows + 1)]
    part.grid(made)
    return made


def code(part, lines=5):
    """Some lines of code, with its labels."""
    first, *inner = part.words(lines)
    made = [f"def {first}(x):"]
    depth = 1
    for name in inner:
        depth = min(max(depth + part.random.choice((-1, 0, 1)), 1), 3)
        made.append("    " * depth + f"{name} = x + {depth}")
    part.lines(made)
    return made

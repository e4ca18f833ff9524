"""Pages of a PDF, line by line, with a cursor."""
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

LEFT, RIGHT, TOP, BOTTOM = 72, 523, 750, 90


class CountedCanvas(Canvas):
    """Calls `head(canvas, number, total)` on each page when all pages are there."""
    head = None

    def showPage(self):
        self.__dict__.setdefault("kept", []).append(dict(self.__dict__))
        self._startPage()

    def save(self):
        kept = self.kept
        for at, state in enumerate(kept):
            self.__dict__.update(state)
            if self.head is not None:
                self.head(self, at + 1, len(kept))
            super().showPage()
        self.__dict__["kept"] = kept
        super().save()


class Pages:
    def __init__(self, path, head=None, font="Times-Roman", points=10.5, size=A4):
        self.canvas = CountedCanvas(str(path), pagesize=size, invariant=1)
        self.canvas.head = head
        self.font, self.points = font, points
        self.top, self.bottom, self.left, self.right = size[1] - 92, BOTTOM, LEFT, size[0] - LEFT
        self.y = self.top
        self.number = 1

    def put(self, x, y, text, font=None, points=None):
        self.canvas.setFont(font or self.font, points or self.points)
        self.canvas.drawString(x, y, text)

    def next_page(self):
        self.canvas.showPage()
        self.number += 1
        self.y = self.top

    def room(self, height):
        if self.y - height < self.bottom:
            self.next_page()

    def line(self, text, font=None, points=None, x=None, after=0):
        points = points or self.points
        self.room(points * 1.3)
        self.put(self.left if x is None else x, self.y, text, font, points)
        self.y -= points * 1.3 + after

    def split(self, text, width=None, font=None, points=None):
        return simpleSplit(text, font or self.font, points or self.points, width or self.right - self.left)

    def para(self, text, x=None, width=None):
        for line in self.split(text, width):
            self.line(line, x=x)
        self.y -= 6

    def heading(self, text, points=18, font="Helvetica-Bold"):
        self.room(points * 4)
        self.y -= points * 0.6
        for line in self.split(text, font=font, points=points):
            self.line(line, font, points)
        self.y -= 6

    def fill(self, part, pages, titles=0):
        """Prose to the end of the page `pages` pages on. A title every `titles` paragraphs."""
        last, count = self.number + pages - 1, 0
        while True:
            if titles and count % titles == 0 and self.y > self.bottom + 140:
                self.heading(part.title(), 14)
            text = part.sentence(False) + " " + part.sentence(False) + " " + part.sentence(False)
            if self.number == last and self.y - len(self.split(text)) * self.points * 1.3 - 6 < self.bottom:
                return
            part.must(text)
            self.para(text)
            count += 1

    def save(self):
        self.canvas.showPage()
        self.canvas.save()

"""XLSX: sheets with one construct each. Returns what to change in the XML that openpyxl writes."""
import datetime
from openpyxl.comments import Comment
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.worksheet.table import Table


def new_sheet(book, part):
    name = part.word().capitalize()
    return book.create_sheet(name)


def _put(sheet, rows, top=1, left=1):
    for at, row in enumerate(rows):
        for column, value in enumerate(row):
            if value is not None:
                sheet.cell(top + at, left + column).value = int(value) if value.isdigit() else value


def _rows(part, columns=4, rows=4):
    return [part.words(columns)] + [[part.word(), *(part.number() for _ in range(columns - 1))] for _ in range(rows)]


def plain(book, labels, shape):
    part = labels.part("tables")
    sheet = new_sheet(book, part)
    rows = _rows(part)
    top, left = [(1, 1), (4, 3), (1, 1)][shape]
    if shape == 1:
        sheet.cell(1, 1).value = part.sentence()
    _put(sheet, rows, top, left)
    if shape == 2:
        sheet.add_table(Table(displayName=f"T{part.fresh()}", ref="A1:D5"))
        sheet.cell(40, 20).value = part.word()
    part.grid(rows)


def merged(book, labels, shape):
    part = labels.part("merged cells")
    sheet = new_sheet(book, part)
    rows = _rows(part)
    def drop(row, column):
        part.label["words"].pop(rows[row][column])
        rows[row][column] = None
    if shape == 0:
        drop(2, 0)
        area = "A2:A3"
    elif shape == 1:
        drop(0, 2)
        area = "B1:C1"
    elif shape == 2:
        drop(1, 2), drop(2, 1), drop(2, 2)
        area = "B2:C3"
    else:  # a title over the table
        area = "A1:D1"
        sheet.cell(1, 1).value = part.sentence()
    _put(sheet, rows, 2 if shape == 3 else 1)
    sheet.merge_cells(area)
    part.grid(rows)


def formulas(book, labels, shape):
    part = labels.part("formulas")
    sheet = new_sheet(book, part)
    name, a, b = part.word(), part.number(), part.number()
    sheet.append([name, int(a), int(b)])
    other = part.word()
    if shape == 0:  # no value: the text or a warning says so
        sheet.append([other, "=B1*C1"])
        part.said("=B1*C1", "B1*C1", "formula")
    elif shape == 1:
        value = part.number()
        sheet.append([other, "=SUM(B1:C1)"])
        part.row(other, value)
        return [(sheet.title, "<f>SUM(B1:C1)</f><v></v>", f"<f>SUM(B1:C1)</f><v>{value}</v>")]
    else:
        sheet.append([other, "=IF(B1>C1,A1,A2)", "=VLOOKUP(A1,A1:B2,2)"])
        part.said("IF(B1>C1,A1,A2)", "formula")


FIRST_DAY = 45352  # 1 March 2024
TIMES = {18, 19, 20, 21, 45, 46, 47}
BOTH = {22, 32, 33, 34, 35, 55, 56}


def _forms(number, day):
    """Whatever a program may show of 13:45:30 on this day of March 2024."""
    date = [f"2024-03-{day:02d}", f"3/{day}/", f"03-{day:02d}", f"{day:02d}-03", f"{day}.3", f"{day:02d}.03", f"3月{day}日",
            f"{day}-Mar", f"{day:02d}-Mar", "Mar-24", "2024年3月", f"3-{day}", f"{day}/3", f"03/{day:02d}", f"R6.3.{day}", "2024-03"]
    time = ["13:45", "1:45", "01:45", "45:30", "45:31", "4530.0", "13時45分", "1時45分"]
    return time if number in TIMES else time + date if number in BOTH else date


def dates(book, labels, shape):
    """All built-in formats of dates: none shows the number of days."""
    part = labels.part("built-in date formats")
    sheet = new_sheet(book, part)
    numbers = [range(14, 23), range(27, 37), [45, 46, 47, 50, 51, 52], range(53, 59)][shape]
    edits = []
    for row, number in enumerate(numbers, 1):
        name, day = part.word(), 2 + row
        sheet.cell(row, 1).value = name
        # Each has a format of its own, which becomes the built-in one in the file.
        sheet.cell(row, 2).value = FIRST_DAY - 1 + day + 0.573263889
        sheet.cell(row, 2).number_format = f'"{name}"0'
        edits.append(("styles", name, number))
        part.absent(str(FIRST_DAY - 1 + day))
        part.beside(name, _forms(number, day))
    return edits


def comments_and_links(book, labels, shape):
    part = labels.part("comments" if shape == 0 else "links")
    sheet = new_sheet(book, part)
    one, other = part.word(), part.word()
    sheet.append([one, other])
    if shape == 0:
        sheet["A1"].comment = Comment(part.once(part.sentence()), "Ada")
        sheet["B1"].comment = Comment(part.once(part.sentence()), "Ben")
    elif shape == 1:
        target = part.fresh()
        sheet["A1"].hyperlink = f"https://example.com/{target}"
        part.target(f"https://example.com/{target}")
    else:
        target = part.fresh()
        formula = f'HYPERLINK("https://example.com/{target}","{other}")'
        sheet["B1"].value = f"={formula}"
        part.target(f"https://example.com/{target}")
        part.row(one, other)
        return [(sheet.title, f'<c r="B1"><f>{formula}</f><v></v></c>', f'<c r="B1" t="str"><f>{formula}</f><v>{other}</v></c>')]
    part.row(one, other)


def hidden(book, labels, shape):
    """Hidden sheets, rows and columns are in the text, or listed."""
    part = labels.part(["hidden sheets", "hidden sheets", "hidden rows and columns", "hidden rows and columns"][shape])
    name = part.fresh().capitalize()
    sheet = book.create_sheet((part.may if shape < 2 else part.must)(name))
    rows = [[part.fresh() for _ in range(3)] for _ in range(4)]
    for at, row in enumerate(rows):
        for column, word in enumerate(row):
            is_hidden = shape < 2 or (shape == 2 and at == 2) or (shape == 3 and column == 1)
            (part.may if is_hidden else part.must)(word)
            sheet.cell(at + 1, column + 1).value = word
    if shape < 2:
        sheet.sheet_state = ["hidden", "veryHidden"][shape]
    elif shape == 2:
        sheet.row_dimensions[3].hidden = True
    else:
        sheet.column_dimensions["B"].hidden = True


def kinds(book, labels, shape):
    part = labels.part("kinds of values")
    sheet = new_sheet(book, part)
    names = part.words(6)
    if shape == 0:
        rich = CellRichText(part.word() + " ", TextBlock(InlineFont(b=True), part.word()), " " + part.word())
        values = [True, 0.25, 1234.5, rich, f"{part.word()}\n{part.word()}", 3]
        formats = [None, "0%", "#,##0.00", None, None, "General"]
        part.shown("25%"), part.shown("1,234.50"), part.shown("TRUE", "true", "True")
    else:
        values = [1234567, -3.5, 0.000012, datetime.date(2023, 7, 9), datetime.time(8, 5), f"'{part.word()}"]
        formats = ["#,##0", "0.00;[Red](0.00)", "0.00E+00", "yyyy-mm-dd", "hh:mm", None]
        part.shown("1,234,567"), part.shown("(3.50)"), part.shown("1.20E-05"), part.shown("2023-07-09"), part.shown("08:05")
    for at, (name, value, form) in enumerate(zip(names, values, formats)):
        sheet.cell(at + 1, 1).value = name
        sheet.cell(at + 1, 2).value = value
        if form:
            sheet.cell(at + 1, 2).number_format = form


FEATURES = [(plain, 3), (merged, 4), (formulas, 3), (dates, 4), (comments_and_links, 3), (hidden, 4), (kinds, 2)]

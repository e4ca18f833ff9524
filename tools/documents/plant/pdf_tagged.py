"""PDF with tags: titles in the letters of the text, which only the tags name. Written object by object."""


def tagged(path, labels, shape):
    part, body = labels.part("tags"), labels.part("body")
    lines, marks = [], []
    for at in range(5):
        tag = "H1" if at == 0 else f"H{1 + at % 2 + (shape == 1)}"
        for kind, text in [(tag, part.title(3)), ("P", body.sentence()), ("P", body.sentence())]:
            y = 770 - len(marks) * 24
            lines.append(f"/{kind} <</MCID {len(marks)}>> BDC BT /F1 11 Tf 72 {y} Td ({text}) Tj ET EMC")
            marks.append(kind)
    if shape == 1:  # a running head is an artifact
        head = part.fresh()
        lines.append(f"/Artifact <</Type /Pagination /Subtype /Header>> BDC BT /F1 8 Tf 72 810 Td ({part.may(head)}) Tj ET EMC")
    stream = "\n".join(lines)
    first = 7  # the objects of the tags
    kids = " ".join(f"{first + at} 0 R" for at in range(len(marks)))
    objects = [
        "<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot 6 0 R /Lang (en)>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /StructParents 0 "
        "/Resources <</Font <</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream",
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
        f"<</Type /StructTreeRoot /K [{kids}] /ParentTree <</Nums [0 [{kids}]]>>>>",
        *(f"<</Type /StructElem /S /{kind} /P 6 0 R /Pg 3 0 R /K {at}>>" for at, kind in enumerate(marks)),
    ]
    out, places = b"%PDF-1.7\n", []
    for at, text in enumerate(objects):
        places.append(len(out))
        out += f"{at + 1} 0 obj\n{text}\nendobj\n".encode()
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{place:010d} 00000 n \n" for place in places).encode()
    out += f"trailer\n<</Size {len(objects) + 1} /Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    path.write_bytes(out)

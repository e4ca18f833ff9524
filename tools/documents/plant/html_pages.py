"""HTML: pages with frames, and where the text stands in them."""
from html_blocks import BLOCKS


def tabs(labels, shape):
    part = labels.part("hidden tab panels")
    texts = [part.sentence() for _ in range(3)]
    if shape == 0:
        return ('<div class="tabs"><ul role="tablist"><li role="tab">' + part.word() + '</li><li role="tab">' + part.word() + "</li></ul>"
                f'<div role="tabpanel">{texts[0]}</div><div role="tabpanel" hidden>{texts[1]}</div><div role="tabpanel" hidden>{texts[2]}</div></div>')
    if shape == 1:
        return f'<p>{texts[0]}</p><div hidden="until-found"><p>{texts[1]}</p><p>{texts[2]}</p></div>'
    if shape == 2:
        return (f'<div class="tab-content"><div class="tab-pane active">{texts[0]}</div><div class="tab-pane" style="display:none">{texts[1]}</div>'
                f'<div role="tabpanel" aria-hidden="true" style="display: none">{texts[2]}</div></div>')
    return (f'<button aria-expanded="false" aria-controls="c1">{part.may(part.fresh())}</button><div id="c1" class="collapse" role="region" hidden>{texts[0]}</div>'
            f"<p>{texts[1]}</p><details><summary>{part.word()}</summary><p>{texts[2]}</p></details>")


def hidden(labels, shape):
    """Text that no click shows is in the text, or listed."""
    part = labels.part("hidden text")
    text = part.may(part.sentence(False))
    return [f"<p hidden>{text}</p>", f'<div style="display:none">{text}</div>', f"<template><p>{text}</p></template>"][shape]


def frame(labels, where):
    """Menus, banners and buttons: they may be left out where they are listed."""
    part = labels.part("frame of the page")
    menu = "".join(f'<li><a href="/{at}.html">{part.may(part.fresh())}</a></li>' for at in range(8))
    if where == "top":
        return (f'<header class="site-header"><a href="/">{part.may(part.fresh())}</a><nav><ul>{menu}</ul></nav></header>'
                f'<div class="cookie-banner" role="dialog"><p>{part.may(part.fresh())}</p><button>{part.may(part.fresh())}</button></div>')
    if where == "side":
        return f'<aside class="sidebar"><nav><ul>{menu}</ul></nav></aside>'
    return f'<footer class="site-footer"><p>(c) {part.may(part.fresh())}</p><ul>{menu}</ul></footer>'


def prose(part, count=4):
    return "".join(f"<p>{part.prose()}</p>" for _ in range(count))


def page(labels, shape, blocks):
    """A page whose main part is where `shape` says. `blocks` stand in it."""
    part = labels.part("main part of the page")
    top, foot = frame(labels, "top"), frame(labels, "foot")
    side = frame(labels, "side") if shape in (0, 7, 8) else ""
    title = part.title()
    text = f"<h1>{title}</h1>{prose(part, 2)}{blocks}{prose(part, 2)}"
    may = lambda: part.may(part.sentence(False))
    if shape == 0:
        body = f"{top}<main>{text}</main>{side}{foot}"
    elif shape == 1:  # the post in a box, and its comments as articles
        comments = "".join(f'<article class="comment"><p>{may()}</p></article>' for _ in range(3))
        body = f'{top}<div class="post">{text}</div><section id="comments">{comments}</section>{foot}'
    elif shape == 2:  # teasers as articles
        teasers = "".join(f'<article class="teaser"><h2>{part.may(part.fresh())}</h2><p>{may()}</p></article>' for _ in range(3))
        body = f'{top}<div class="doc">{text}</div><div class="related">{teasers}</div>{foot}'
    elif shape == 3:  # the element called content is a menu
        links = "".join(f'<a href="#{at}">{part.may(part.fresh())}</a>' for at in range(4))
        body = f'{top}<div id="content"><ul><li>{links}</li></ul></div><div class="text">{text}</div>{foot}'
    elif shape == 4:  # a small main part
        body = f"{top}<main><p>{part.may(part.fresh())}</p></main><div>{text}</div>{foot}"
    elif shape == 5:  # one article, and text beside it
        body = f"{top}<div><p>{part.sentence()}</p><article>{text}</article><section><h2>{part.title()}</h2><p>{part.prose()}</p></section></div>{foot}"
    elif shape == 6:  # no main part
        body = (f'{top}<div>{text}</div><aside class="admonition"><p>{part.sentence()}</p></aside>'
                f"<section><header><h2>{part.title()}</h2></header><p>{part.sentence()}</p><footer><p>{part.sentence()}</p></footer></section>{foot}")
    elif shape == 7:  # an article with a header and a footer of its own
        body = f"{top}<article><header><h1>{title}</h1><p>{part.sentence()}</p></header>{text.split('</h1>', 1)[1]}<footer><p>{part.sentence()}</p></footer></article>{side}{foot}"
    elif shape == 8:  # tables as layout
        body = f'<table><tr><td colspan="2">{top}</td></tr><tr><td>{side}</td><td>{text}</td></tr></table>{foot}'
    else:  # several articles are the text
        more = "".join(f"<article><h2>{part.title()}</h2>{prose(part, 2)}</article>" for _ in range(3))
        body = f"{top}<article>{text}</article>{more}{foot}"
    named = part.fresh()
    labels.vocabulary.known.discard(named)
    return f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>{body}</body></html>\n'


PAGE_SHAPES = 10
PAGE_BLOCKS = [*BLOCKS, (tabs, 4), (hidden, 3)]

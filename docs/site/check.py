"""Looks through the pages of a built site: links, anchors, pictures, and whether anything comes from elsewhere."""
import html.parser
import pathlib
import urllib.parse

FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src")}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.fetched = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        for name in ("href", "src"):
            target = values.get(name)
            if not target or (tag, values.get("rel")) == ("link", "canonical"):
                continue
            (self.fetched if (tag, name) in FETCHED else self.links).append(target)


def broken(site):
    """What is wrong, a line each."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    wrong = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its links start from the root of a server
        name = path.relative_to(site)
        for target in page.fetched + page.links:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.fetched and parts.scheme != "data":
                    wrong.append(f"{name}: fetched from elsewhere: {target}")
                continue
            place = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not place.exists() or (place.is_dir() and not (place / "index.html").exists()):
                wrong.append(f"{name}: leads nowhere: {target}")
                continue
            place = place / "index.html" if place.is_dir() else place
            if parts.fragment and place in pages and urllib.parse.unquote(parts.fragment) not in pages[place].anchors:
                wrong.append(f"{name}: no such anchor: {target}")
    for path in site.rglob("*.css"):
        if "url(http" in path.read_text(errors="replace") or "url(//" in path.read_text(errors="replace"):
            wrong.append(f"{path.relative_to(site)}: fetches from elsewhere")
    return wrong


if __name__ == "__main__":
    import sys
    found = broken(pathlib.Path(sys.argv[1]).resolve())
    sys.exit("\n".join(found) or 0)

"""The gallery: every example with its title, its first words and its picture."""
import re


def picture_of(root, folder):
    """What ./dev gallery made, or the picture of the example's page."""
    made = root / "build/gallery" / f"{folder.name}.png"
    if made.exists():
        return made
    found = re.search(r"!\[[^\]]*\]\(([^)]+)\)", (folder / "README.md").read_text())
    return (folder / found.group(1)).resolve() if found else None


def page(root, copy):
    """The page; copy(path) puts a picture beside the pages."""
    with_picture, without = [], []
    for readme in sorted((root / "examples").glob("*/README.md")):
        text, folder = readme.read_text(), readme.parent
        title = re.match(r"# (.*)", text).group(1)
        text = re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)
        first = next((part for part in re.split(r"\n\n+", text.strip())[1:] if part.strip() and not part.startswith(" ")), "")
        words = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", first).split())
        picture = picture_of(root, folder)
        if not picture:
            without.append(f"- [{title}](examples/{folder.name}/README.md)")
            continue
        copy(picture)
        place = picture.relative_to(root)
        with_picture += ['<figure markdown="1">', "", f"[![{title}]({place})](examples/{folder.name}/README.md)", "",
                         f'<figcaption markdown="1">**[{title}](examples/{folder.name}/README.md)** {words}</figcaption>',
                         "", "</figure>", ""]
    return "\n".join(["---", "hide: [toc]", "---", "", "# Gallery", "",
                      "The examples, each with its case, its source and the expected result. `./dev gallery` runs them and "
                      "makes these pictures anew; `./dev gallery sod jet` those two.", "",
                      '<div class="gallery" markdown="1">', "", *with_picture, "</div>", "", "## And", "", *without]) + "\n"

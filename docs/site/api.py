"""Pages of the C interface, from the headers' own text, and of the Python package, from its docstrings."""
import ast
import re

C_PAGES = [("The C interface", "api/taub.md", "taub.h"), ("Simulation", "api/simulation.md", "simulation.h"), ("Surface", "api/surface.md", "surface.h"), ("Batch", "api/batch.md", "batch.h"),
           ("Case", "api/case.md", "case.h"), ("Config", "api/config.md", "config.h"), ("Errors", "api/error.md", "error.h")]
PAGES = [(title, page) for title, page, _ in C_PAGES] + [("The Python package", "api/python.md")]


def prose(comment):
    """The text of a C comment, as Markdown that shows it as it is."""
    text = re.sub(r"\n[ \t]*\*[ \t]?", "\n", comment.strip()[2:-2]).strip()
    return re.sub(r"([*<_])", r"\\\1", text)


def header(name, text):
    """A header as a page: its comments as text, what they stand before as code."""
    text = re.sub(r"^#(ifndef|define) TAUB_\w+_H$|^#endif$|^#include .*$", "", text, flags=re.M)
    lines = [f"# taub/{name}", ""]
    for part in re.split(r"\n\s*\n", text):
        part = part.strip("\n")
        if not part.strip():
            continue
        comment = re.match(r"/\*.*?\*/[ \t]*(?=\n|$)", part, flags=re.S)
        code = part[comment.end():].strip("\n") if comment else part
        declared = re.search(r"^(?:struct|enum) (\w+) \{|\b(taub_\w+)\(", code, flags=re.M)
        if declared:
            lines += [f"## {declared.group(1) or declared.group(2)}", ""]
        if comment:
            lines += [prose(comment.group()), ""]
        if code.strip():
            lines += ["```c", code, "```", ""]
    return "\n".join(lines)


def text_of(doc):
    """A docstring as Markdown: indented lines are code already, the rest is shown as it is."""
    return "\n".join(line if line.startswith("    ") else re.sub(r"([*<_\[])", r"\\\1", line) for line in doc.splitlines())


def described(node, level, owner=None):
    """Heading, call and docstring; nothing for what has no docstring."""
    doc = ast.get_docstring(node)
    if not doc:
        return []
    name = f"{owner}.{node.name}" if owner else node.name
    lines = [f"{'#' * level} `{name}`", ""]
    if isinstance(node, ast.FunctionDef):
        arguments = ast.unparse(node.args)
        if owner:
            arguments = re.sub(r"^self(, )?", "", arguments)
        attribute = any(getattr(mark, "id", "") == "property" for mark in node.decorator_list)
        lines += ["```python", name if attribute else f"{name}({arguments})", "```", ""]
    return [*lines, text_of(doc), ""]


def python(folder):
    """The names that `import taub` gives, with their docstrings."""
    package = ast.parse((folder / "__init__.py").read_text())
    names = next(ast.literal_eval(node.value) for node in package.body
                 if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
    lines = ["# The Python package", "", text_of(ast.get_docstring(package)), ""]
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in names:
                lines += described(node, 2)
                for method in node.body if isinstance(node, ast.ClassDef) else []:
                    if isinstance(method, ast.FunctionDef) and (not method.name.startswith("_")
                                                                or method.name in ("__init__", "__getitem__")):
                        lines += described(method, 3, node.name)
    return "\n".join(lines)


def pages(root):
    """[(page, text)]"""
    made = [(page, header(name, (root / "include/taub" / name).read_text())) for _, page, name in C_PAGES]
    return made + [("api/python.md", python(root / "python/taub"))]

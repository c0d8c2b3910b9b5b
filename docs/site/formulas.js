// Draws the formulas that the pages hold as \( ... \) and \[ ... \].
document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll(".arithmatex").forEach(function (element) {
        const text = element.textContent.trim();
        const display = text.startsWith("\\[");
        katex.render(text.slice(2, -2), element, {displayMode: display, throwOnError: false});
    });
});

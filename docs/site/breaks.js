// Long names of keys in tables may break behind a dot, a comma or an underscore, so that tables fit a screen.
document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("td code").forEach(function (element) {
        if (element.children.length || element.textContent.length < 16)
            return;
        const parts = element.textContent.split(/(?<=[._,|])/);
        element.replaceChildren(...parts.flatMap((part) => [document.createElement("wbr"), part]).slice(1));
    });
});

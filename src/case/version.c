/* The version that a case or study file says it was written for. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "case/tree.h"
#include "taub/taub.h"

/* Reads "0.2" or "0.2.1" as {0, 2, 1}. */
static bool read_version(const char *text, long numbers[3])
{
    int count = 0;
    do {
        char *end;
        if (count == 3 || !isdigit((unsigned char)*text))
            return false;
        numbers[count++] = strtol(text, &end, 10);
        text = end;
    } while (*text++ == '.');
    return count > 1 && !text[-1];
}

void taub_tree_take_version(struct taub_node *root, struct taub_complaints *complaints)
{
    long wanted[3] = {0}, here[3] = {0};
    char found[64];
    struct taub_node **link = &root->first, *before = NULL;
    for (; *link && strcmp((*link)->name, "taub") != 0; link = &(*link)->next)
        before = *link;
    const struct taub_node *node = *link;
    if (!node)
        return;
    *link = node->next;
    root->count--;
    if (root->last == node)
        root->last = before;
    if (node->kind != TAUB_NODE_SCALAR || !read_version(node->text, wanted)) {
        taub_complain(complaints, node->place, "taub", "expected a version such as 0.2, got %s",
                      taub_node_describe(node, found, sizeof found));
        return;
    }
    read_version(TAUB_VERSION, here);
    for (int n = 0; n < 3 && wanted[n] >= here[n]; n++)
        if (wanted[n] > here[n]) {
            taub_complain(complaints, node->place, "taub",
                          "this file is for Taub %s or later, and this is Taub " TAUB_VERSION "; update Taub",
                          node->text);
            return;
        }
}

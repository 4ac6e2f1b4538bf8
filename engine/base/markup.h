/* markup: foreign text within HTML and XML. */
#ifndef BASE_MARKUP_H
#define BASE_MARKUP_H

#include <stdbool.h>

#include "base/buf.h"

/* Appends `s`, scrubbed, as text or (attribute) as an attribute's value in either kind of quotes. XML 1.0 has no place
 * for control characters nor for U+FFFE and U+FFFF: they become '?'. A line's end in an attribute stays one. */
void buf_add_markup(struct buf *b, const char *s, bool attribute);

#endif

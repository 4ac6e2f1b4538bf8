/* png: pixels of 8 bits to the bytes of a PNG file, uncompressed: the pictures here are small, and so no library is
 * needed. */
#ifndef BASE_PNG_H
#define BASE_PNG_H

#include <stdint.h>

#include "base/buf.h"

/* `channels` is 1 (grey) or 3 (red, green, blue); width * height * channels bytes, row by row. Sides of 1 to 65535. */
void png_write(struct buf *out, const uint8_t *pixels, uint32_t width, uint32_t height, int channels);

#endif

#ifndef EVLOG_CHECKSUM_H
#define EVLOG_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Continues a CRC-32C (Castagnoli) over `length` bytes. `crc` is the checksum of what came before, 0 at
/// the start; the pre- and post-inversion are inside. Uses the processor's instruction where it has one.
uint32_t evlog_crc32c(uint32_t crc, const void *bytes, size_t length);

/// The same sum by table alone, so that tests can hold the two against each other.
uint32_t evlog_crc32c_portable(uint32_t crc, const void *bytes, size_t length);

#endif

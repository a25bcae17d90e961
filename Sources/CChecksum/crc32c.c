#include "evlog_checksum.h"

#include <stdatomic.h>
#include <string.h>

// Reflected Castagnoli polynomial (RFC 3720, appendix B.4).
#define POLYNOMIAL 0x82F63B78u

// Slicing by eight: tables[k][b] is the effect of byte b, k bytes before the end of an 8-byte step.
static uint32_t tables[8][256];
static atomic_int tables_ready;

static void make_tables(void) {
    // Two threads may fill the tables at once: both write the same values, and the flag is set after.
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
        tables[0][byte] = crc;
    }
    for (uint32_t byte = 0; byte < 256; byte++)
        for (int k = 1; k < 8; k++)
            tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xFF];
    atomic_store_explicit(&tables_ready, 1, memory_order_release);
}

uint32_t evlog_crc32c_portable(uint32_t crc, const void *bytes, size_t length) {
    if (!atomic_load_explicit(&tables_ready, memory_order_acquire)) make_tables();
    const unsigned char *p = bytes;
    crc = ~crc;
    for (; length >= 8; p += 8, length -= 8) {
        uint32_t low = crc ^ ((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
        crc = tables[7][low & 0xFF] ^ tables[6][(low >> 8) & 0xFF] ^ tables[5][(low >> 16) & 0xFF]
            ^ tables[4][low >> 24] ^ tables[3][p[4]] ^ tables[2][p[5]] ^ tables[1][p[6]] ^ tables[0][p[7]];
    }
    for (; length > 0; p++, length--) crc = (crc >> 8) ^ tables[0][(crc ^ *p) & 0xFF];
    return ~crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2")))
static uint32_t crc_by_instruction(uint32_t crc, const unsigned char *p, size_t length) {
    uint64_t sum = ~crc;
    for (; length >= 8; p += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        sum = __builtin_ia32_crc32di(sum, word);
    }
    for (; length > 0; p++, length--) sum = __builtin_ia32_crc32qi((uint32_t)sum, *p);
    return ~(uint32_t)sum;
}

static int has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#include <arm_acle.h>

static uint32_t crc_by_instruction(uint32_t crc, const unsigned char *p, size_t length) {
    crc = ~crc;
    for (; length >= 8; p += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        crc = __crc32cd(crc, word);
    }
    for (; length > 0; p++, length--) crc = __crc32cb(crc, *p);
    return ~crc;
}

static int has_instruction(void) { return 1; }

#else

static uint32_t crc_by_instruction(uint32_t crc, const unsigned char *p, size_t length) {
    return evlog_crc32c_portable(crc, p, length);
}

static int has_instruction(void) { return 0; }

#endif

uint32_t evlog_crc32c(uint32_t crc, const void *bytes, size_t length) {
    return has_instruction() ? crc_by_instruction(crc, bytes, length)
                             : evlog_crc32c_portable(crc, bytes, length);
}

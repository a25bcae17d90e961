/* Writes COUNT usage events as JSON lines to stdout, spread evenly from START to END (seconds since 1970).
 *
 *     generate-events COUNT SEED START END
 *
 * The same arguments always give the same bytes, on every machine: no library random numbers, no locale, and
 * every draw is a statement of its own, because C leaves the order of draws inside one call open. The shape is
 * that of a real usage history: a few frequent types, keys that differ by type, identifiers that never repeat,
 * and one event in fifty that arrives up to six hours late.
 *
 * Compile with floating-point contraction off; a fused multiply-add would move some timestamps by a millisecond.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    warmUpDraws = 20,
    lateOneIn = 50,
    latestMilliseconds = 6 * 60 * 60 * 1000,
    longestDurationTenths = 36000,
    distinctQueries = 5000,
    longestLine = 512,
    outputBufferBytes = 1 << 20,
};

/* ---- Random draws: xorshift64, seeded so that neighbouring seeds start far apart ---- */

static uint64_t generatorState;

static uint64_t drawBelow(uint64_t limit) {
    generatorState ^= generatorState << 13;
    generatorState ^= generatorState >> 7;
    generatorState ^= generatorState << 17;
    return generatorState % limit;
}

static void seedGenerator(uint64_t seed) {
    generatorState = seed * 2654435761u + 88172645463325252u;
    for (int draw = 0; draw < warmUpDraws; draw++) drawBelow(1);
}

/* An index below `count` that favours small ones: the product of two draws, scaled back. */
static uint64_t drawSkewedBelow(uint64_t count) {
    uint64_t first = drawBelow(count);
    uint64_t second = drawBelow(count);
    return first * second / count;
}

/* ---- What events look like ---- */

typedef enum {
    noMetadata,
    screenOnly,
    featureAndScreen,
    categoryOnly,
    queryOnly,
    categoryAndSession,
} MetadataShape;

typedef struct {
    const char *name;
    unsigned percent;
    MetadataShape metadata;
    int hasDuration;
} EventType;

static const EventType eventTypes[] = {
    {"screenViewed", 34, screenOnly, 0},
    {"featureUsed", 20, featureAndScreen, 0},
    {"sessionStarted", 12, noMetadata, 0},
    {"sessionCompleted", 12, categoryAndSession, 1},
    {"taskCompleted", 9, categoryOnly, 1},
    {"searchPerformed", 5, queryOnly, 0},
    {"itemCreated", 4, categoryOnly, 0},
    {"settingsChanged", 2, categoryOnly, 0},
    {"shareAction", 1, noMetadata, 0},
    {"itemDeleted", 1, categoryOnly, 0},
};

static const char *const categories[] = {"work", "home", "health", "reading", "errands"};
static const char *const screens[] = {"home",  "editor",     "library", "settings", "search",  "profile",
                                      "stats", "onboarding", "detail",  "share",    "history", "inbox"};
static const char *const features[] = {"darkMode",  "export", "import",  "sync",   "reminders", "widgets",
                                       "shortcuts", "voice",  "ocr",     "tags",   "filters",   "backup",
                                       "templates", "themes", "batchEdit", "undo"};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const EventType *drawEventType(void) {
    uint64_t percentile = drawBelow(100);
    size_t index = 0;
    while (index + 1 < COUNT_OF(eventTypes) && percentile >= eventTypes[index].percent) {
        percentile -= eventTypes[index].percent;
        index++;
    }
    return &eventTypes[index];
}

static int64_t drawMilliseconds(double evenSeconds) {
    double seconds = evenSeconds + (double)drawBelow(1000000) / 1e6 * 0.9;
    if (drawBelow(lateOneIn) == 0) seconds -= (double)drawBelow(latestMilliseconds) / 1000.0;
    return (int64_t)(seconds * 1000);
}

/* ---- Lines ---- */

static char line[longestLine];
static size_t lineLength;

static void put(const char *text) {
    size_t length = strlen(text);
    memcpy(line + lineLength, text, length);
    lineLength += length;
}

static void putDigits(int64_t value, int width) {
    for (int place = width - 1; place >= 0; place--, value /= 10) line[lineLength + place] = (char)('0' + value % 10);
    lineLength += (size_t)width;
}

/* `YYYY-MM-DDT`; the calendar is asked only when the day is another than the line before's. */
static void putDate(int64_t day) {
    static int64_t knownDay = INT64_MIN;
    static char knownText[sizeof "2000-01-01T"];
    if (day != knownDay) {
        time_t midnight = (time_t)(day * 86400);
        struct tm parts;
        gmtime_r(&midnight, &parts);
        strftime(knownText, sizeof knownText, "%Y-%m-%dT", &parts);
        knownDay = day;
    }
    put(knownText);
}

static void putTimestamp(int64_t milliseconds) {
    int64_t second = milliseconds / 1000 % 86400;
    putDate(milliseconds / 1000 / 86400);
    putDigits(second / 3600, 2);
    put(":");
    putDigits(second / 60 % 60, 2);
    put(":");
    putDigits(second % 60, 2);
    put(".");
    putDigits(milliseconds % 1000, 3);
    put("Z");
}

static void putPair(const char *separator, const char *key, const char *value) {
    put(separator);
    put("\"");
    put(key);
    put("\":\"");
    put(value);
    put("\"");
}

static void putMetadata(MetadataShape shape) {
    char number[24];
    switch (shape) {
    case noMetadata:
        break;
    case screenOnly:
        putPair("", "screen", screens[drawSkewedBelow(COUNT_OF(screens))]);
        break;
    case featureAndScreen: {
        const char *screen = screens[drawBelow(COUNT_OF(screens))];
        const char *feature = features[drawBelow(COUNT_OF(features))];
        putPair("", "feature", feature);
        putPair(",", "screen", screen);
        break;
    }
    case categoryOnly:
        putPair("", "category", categories[drawSkewedBelow(COUNT_OF(categories))]);
        break;
    case queryOnly:
        snprintf(number, sizeof number, "q%" PRIu64, drawBelow(distinctQueries));
        putPair("", "query", number);
        break;
    case categoryAndSession: {
        snprintf(number, sizeof number, "s%" PRIx64, drawBelow(UINT32_MAX));
        const char *category = categories[drawBelow(COUNT_OF(categories))];
        putPair("", "category", category);
        putPair(",", "session", number);
        break;
    }
    }
}

static void putDuration(void) {
    char text[24];
    uint64_t tenths = drawBelow(longestDurationTenths);
    snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
    put(",\"duration\":");
    put(text);
}

static void makeLine(double evenSeconds) {
    lineLength = 0;
    const EventType *type = drawEventType();
    int64_t milliseconds = drawMilliseconds(evenSeconds);
    put("{\"type\":\"");
    put(type->name);
    put("\",\"timestamp\":\"");
    putTimestamp(milliseconds);
    put("\",\"metadata\":{");
    putMetadata(type->metadata);
    put("}");
    if (type->hasDuration) putDuration();
    put("}\n");
}

int main(int argumentCount, char **arguments) {
    if (argumentCount != 5) {
        fprintf(stderr, "usage: generate-events COUNT SEED START END\n");
        return 2;
    }
    long count = atol(arguments[1]);
    seedGenerator(strtoull(arguments[2], NULL, 10));
    double start = atof(arguments[3]);
    double end = atof(arguments[4]);
    if (count < 0 || end < start || start < latestMilliseconds / 1000) {
        fprintf(stderr, "generate-events: COUNT must not be negative, and START lie after 1970-01-01T06:00Z and before END\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOFBF, outputBufferBytes);
    for (long index = 0; index < count; index++) {
        makeLine(start + (end - start) * ((double)index / count));
        if (fwrite(line, 1, lineLength, stdout) != lineLength) break;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "generate-events: cannot write: %s\n", strerror(errno));
        return 1;
    }
    return 0;
}

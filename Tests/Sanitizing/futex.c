// Tells the thread sanitizer of locks that it can't see.
//
// The standard library's Mutex takes and leaves a lock by atomic operations in the caller's code, which the
// sanitizer knows. Where two threads want it at once the rest is done by a system call in a library that isn't
// instrumented: then the sanitizer misses that one thread has waited for the other, and reports a race that there
// is not. Loaded before all other libraries, this passes each system call on and adds what it means.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

typedef void (*Note)(void *address);
typedef long (*Call)(long, long, long, long, long, long, long);

static void tell(const char *name, void *address) {
    // Not there in a program that was built without the sanitizer.
    Note note = (Note)dlsym(RTLD_DEFAULT, name);
    if (note) note(address);
}

long syscall(long number, ...) {
    static Call next;
    if (!next) next = (Call)dlsym(RTLD_NEXT, "syscall");
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    int operation = number == SYS_futex ? (int)a[1] & FUTEX_CMD_MASK : -1;
    if (operation == FUTEX_UNLOCK_PI) tell("__tsan_release", (void *)a[0]);
    long result = next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (result == 0 && (operation == FUTEX_LOCK_PI || operation == FUTEX_TRYLOCK_PI)) {
        tell("__tsan_acquire", (void *)a[0]);
    }
    return result;
}

// Tells the thread sanitizer of locks that it can't see.
//
// The standard library's Mutex takes and leaves a free lock by atomic operations in the caller's code, which the
// sanitizer knows. Where two threads want it at once, functions of a library that isn't instrumented do the rest: then
// the sanitizer misses that one thread has waited for the other, and reports a race that there is not. Loaded before
// all other libraries, this takes the place of these functions, calls them, and adds what they mean.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t selfNumber, SELF) __asm__(LOCK_SLOW);
SWIFT bool tryLockSlow(SELF) __asm__(TRY_LOCK_SLOW);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK_SLOW);

static void tell(const char *name, void *address) {
    // Not there in a program that was built without the sanitizer.
    void (*note)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
    if (note) note(address);
}

SWIFT void lockSlow(uint32_t thread, SELF) {
    typedef SWIFT void (*Function)(uint32_t, SELF);
    ((Function)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, self);
    tell("__tsan_acquire", self);
}

SWIFT bool tryLockSlow(SELF) {
    typedef SWIFT bool (*Function)(SELF);
    bool isTaken = ((Function)dlsym(RTLD_NEXT, TRY_LOCK_SLOW))(self);
    if (isTaken) tell("__tsan_acquire", self);
    return isTaken;
}

SWIFT void unlockSlow(SELF) {
    typedef SWIFT void (*Function)(SELF);
    tell("__tsan_release", self);
    ((Function)dlsym(RTLD_NEXT, UNLOCK_SLOW))(self);
}

/* Runs COMMAND and writes one line to file descriptor FD: wall-clock nanoseconds, user and system microseconds,
 * peak resident kibibytes, and the exit status (128 + signal where a signal ended it).
 *
 *     measure-child FD COMMAND [ARGUMENT]...
 *
 * Why not from the driver: Linux starts a child's peak memory at its parent's size at the time of the exec, so a
 * small program started from an interpreter would be charged for the interpreter. This parent is tiny, and no
 * interpreter stands between the two clock readings.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long nowNanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long peakKibibytes(const struct rusage *usage) {
#ifdef __APPLE__
    return usage->ru_maxrss / 1024;  /* bytes there */
#else
    return usage->ru_maxrss;
#endif
}

static long long microseconds(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

int main(int argumentCount, char **arguments) {
    if (argumentCount < 3) {
        fprintf(stderr, "usage: measure-child FD COMMAND [ARGUMENT]...\n");
        return 2;
    }
    int report = atoi(arguments[1]);
    fcntl(report, F_SETFD, FD_CLOEXEC);

    long long start = nowNanoseconds();
    pid_t child = fork();
    if (child < 0) {
        fprintf(stderr, "measure-child: cannot fork: %s\n", strerror(errno));
        return 1;
    }
    if (child == 0) {
        execvp(arguments[2], arguments + 2);
        fprintf(stderr, "measure-child: cannot run %s: %s\n", arguments[2], strerror(errno));
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) return 1;
    }
    long long wall = nowNanoseconds() - start;

    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    dprintf(report, "%lld %lld %lld %ld %d\n", wall, microseconds(usage.ru_utime), microseconds(usage.ru_stime),
            peakKibibytes(&usage), code);
    return 0;
}

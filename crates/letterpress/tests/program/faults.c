/* Preloaded into the server under test: makes writes below FAULT_PATH fail as the file FAULT_FLAG says.
 *
 *   ENOSPC, EIO   every write and every sync fails with it
 *   SYNC          every sync fails with EIO
 *   KILL n        the process is killed after the nth sync of a write-ahead log, which is durable by then
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int syncs;

/* Reads the flag without any function that is replaced here; 0 when there is none. */
static int flag(char *text, size_t size) {
    const char *path = getenv("FAULT_FLAG");
    if (!path) return 0;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t length = syscall(SYS_read, fd, text, size - 1);
    syscall(SYS_close, fd);
    if (length <= 0) return 0;
    text[length] = 0;
    return 1;
}

static int path_of(int fd, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    const char *below = getenv("FAULT_PATH");
    return below && strncmp(path, below, strlen(below)) == 0;
}

/* The error of a write or a sync; 0 when it is to be done. */
static int fault(int fd, int is_sync) {
    char text[32], path[4096];
    int kept = errno, code = 0;
    if (flag(text, sizeof text) && path_of(fd, path, sizeof path)) {
        if (!strncmp(text, "ENOSPC", 6)) code = is_sync ? 0 : ENOSPC;
        else if (!strncmp(text, "EIO", 3)) code = EIO;
        else if (!strncmp(text, "SYNC", 4)) code = is_sync ? EIO : 0;
    }
    errno = kept;
    return code;
}

static void synced(int fd) {
    char text[32], path[4096];
    int kept = errno;
    if (flag(text, sizeof text) && !strncmp(text, "KILL ", 5) && path_of(fd, path, sizeof path)) {
        size_t length = strlen(path);
        if (length > 4 && !strcmp(path + length - 4, "-wal") && ++syncs == atoi(text + 5)) raise(SIGKILL);
    }
    errno = kept;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define REFUSE(fd, is_sync) do { int code = fault(fd, is_sync); if (code) { errno = code; return -1; } } while (0)

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(write);
    REFUSE(fd, 0);
    return real(fd, bytes, length);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
    REAL(pwrite);
    REFUSE(fd, 0);
    return real(fd, bytes, length, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
    REAL(pwrite64);
    REFUSE(fd, 0);
    return real(fd, bytes, length, at);
}

int fsync(int fd) {
    REAL(fsync);
    REFUSE(fd, 1);
    int done = real(fd);
    if (!done) synced(fd);
    return done;
}

int fdatasync(int fd) {
    REAL(fdatasync);
    REFUSE(fd, 1);
    int done = real(fd);
    if (!done) synced(fd);
    return done;
}

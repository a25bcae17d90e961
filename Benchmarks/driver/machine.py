"""What the numbers were measured on: no host name, no user, no path."""

import os
import platform
import re
import shutil
import sqlite3
import subprocess

from .options import usable_cores


def facts(options, data):
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": processor(),
        "cores": usable_cores(),
        "memoryGiB": round(memory / 2**30, 1),
        "fileSystem": file_system(data),
        "loadAverage": round(os.getloadavg()[0], 2),
        "evlog": None if options.peers_only else said([str(options.evlog), "--version"]),
        "duckdb": duckdb_version(),
        "sqlite": sqlite3.sqlite_version,
        "python": platform.python_version(),
        "zstd": said(["zstd", "--version"]) if shutil.which("zstd") else None,
    }


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def file_system(path):
    """The type of the file system that holds `path`: what a sync costs depends on it."""
    best, kind = "", "unknown"
    try:
        with open("/proc/self/mounts") as mounts:
            for line in mounts:
                _, point, this_kind = line.split()[:3]
                inside = str(path).startswith(point.rstrip("/") + "/") or point == "/"
                if inside and len(point) >= len(best):
                    best, kind = point, this_kind
    except OSError:
        pass
    return kind


def duckdb_version():
    try:
        import duckdb
    except ImportError:
        return None
    return duckdb.__version__


def said(command):
    """The version in the first line of a program's answer."""
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    first = (answer.stdout.strip() or answer.stderr.strip()).splitlines()[:1]
    number = re.search(r"\d+\.\d+(\.\d+)?\S*", first[0]) if first else None
    return number.group().rstrip(",") if number else "unknown"

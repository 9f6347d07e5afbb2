"""The file of an SQLite database: who may read it, whether it can be used, and one process on it."""

import logging
import os
import stat
from pathlib import Path

from filelock import FileLock, Timeout

from app.persistence.connecting.refusals import DatabaseInUse, DatabaseRefused

OWN = 0o600
"""The rights of every file of the database: it holds the seeds of dice to come, so that its owner alone may read it."""
BESIDE = ("-wal", "-shm", ".lock", ".migrate-lock")

log = logging.getLogger(__name__)


def real_path(path: str) -> str:
    """The file itself, whatever symbolic links lead to it: SQLite and the lock go by its name."""
    return os.path.realpath(path)


def exists(path: str) -> bool:
    """Whether there is a database in the file; an empty file is none yet."""
    return os.path.isfile(path) and os.path.getsize(path) > 0


def require_file(path: str) -> None:
    """Raise DatabaseRefused unless there is a file that can be a database. It is not opened.

    To open and close it would end the locks that SQLite holds on it in this process.
    """
    file = Path(real_path(path))
    if not os.path.isdir(file.parent):
        raise DatabaseRefused(
            f"there is no folder {file.parent} that this account may enter: make it, or correct UMPIRE_DATABASE_URL."
        )
    if file.is_dir():
        raise DatabaseRefused(f"{file} is a folder: UMPIRE_DATABASE_URL must name a file in it.")
    if not exists(str(file)):
        raise DatabaseRefused(
            f"there is no database {file}: `umpire serve` or `umpire migrate` makes one. "
            "Or correct UMPIRE_DATABASE_URL."
        )
    require_rights(file)


def require_rights(file: Path) -> None:
    """Raise DatabaseRefused where this account cannot use the file, or where the file has two names."""
    if not may(file, os.R_OK | os.W_OK):
        raise DatabaseRefused(f"this account may not read and write {file}: give it the file with `chown`.")
    if not may(file.parent, os.W_OK | os.X_OK):
        raise DatabaseRefused(
            f"this account may not write in {file.parent}, where SQLite keeps files beside {file.name}: "
            "give it the folder with `chown`."
        )
    if file.stat().st_nlink > 1:
        raise DatabaseRefused(
            f"{file} has a second name (a hard link), and SQLite would keep two logs for one file: remove "
            "the other name."
        )


def may(path: Path, what: int) -> bool:
    """Whether the account of this process may do this with a file."""
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def make_file(path: str) -> bool:
    """See that there is a file; whether it is new, and then only its owner may read it. Raises DatabaseRefused."""
    file = Path(real_path(path))
    if os.path.isdir(file.parent) and not os.path.lexists(file):
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWN))
        except FileExistsError:
            pass
        except OSError as failure:
            raise DatabaseRefused(
                f"{file} cannot be made ({failure.strerror}): let UMPIRE_DATABASE_URL name a file in a "
                "folder that this account may write in."
            ) from None
    is_new = os.path.isfile(file) and os.path.getsize(file) == 0
    if is_new:
        require_rights(file)
    else:
        require_file(path)
    return is_new


def make_private(path: str) -> None:
    """Take from others the rights to the files of a database, and say so."""
    file = real_path(path)
    for name in (Path(file), *(Path(f"{file}{end}") for end in BESIDE)):
        try:
            mode = stat.S_IMODE(name.stat().st_mode)
            if mode & ~OWN:
                name.chmod(OWN)
                log.warning("others could read %s (mode %04o), which holds secrets: its mode is now 0600", name, mode)
        except FileNotFoundError:
            continue
        except OSError as failure:
            log.warning("others can read %s (%s), which holds secrets: set its mode to 0600", name, failure.strerror)


def only_process(path: str) -> FileLock:
    """The lock that one process holds beside the file. Raises DatabaseInUse, DatabaseRefused."""
    file = real_path(path)
    lock = FileLock(f"{file}.lock", timeout=0, mode=OWN, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseInUse(
            f"another process serves {file}: stop it, or let UMPIRE_DATABASE_URL name another file."
        ) from None
    except OSError as failure:
        raise DatabaseRefused(
            f"{file}.lock cannot be locked ({failure.strerror}): the database must be on a file system with "
            "locks, in a folder that this account may write in."
        ) from None
    return lock

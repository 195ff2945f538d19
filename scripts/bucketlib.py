# SPDX-License-Identifier: GPL-2.0-or-later
"""What make-buckets and check-buckets share: tables of names, the rules' file patterns, canonical names."""
import collections
import fnmatch
import functools
import lzma
import re

SUFFIX = re.compile(
    r"\.(?:(?:isra|constprop|part|clone|lto_priv)\.\d+|(?:cold|hot|unlikely|localalias)(?:\.\d+)?"
    r"|(?:llvm|__uniq)\.[0-9a-f]+|cfi|cfi_jt|abi0)$"
)
STUBS = [
    (re.compile(r"^(?:__(?:x64|ia32|x32|arm64|riscv|s390x|se|do)_sys_|SyS_|SYSC_)(?=.)"), "sys_"),
    (re.compile(r"^(?:__(?:ia32|x64|arm64|s390|se|do)_compat_sys_|compat_SyS_|C_SYSC_)(?=.)"),
     "compat_sys_"),
    (re.compile(r"^(?:asm_|__|instr_)sysvec_(?=.)"), "sysvec_"),
    (re.compile(r"^asm_(exc|common|spurious)_(?=.)"), r"\1_"),
]


def canonical(name):
    """The name as src/model/canonical.c has it, for names from symbol tables."""
    while True:
        shorter = SUFFIX.sub("", name) or name
        if shorter.endswith("_noprof") and shorter != "_noprof":
            shorter = shorter[: -len("_noprof")]
        if shorter == name:
            break
        name = shorter
    while re.match(r"__(pfx|cfi|pi)_.", name):
        name = name.split("_", 3)[3]
    for stub, folded in STUBS:
        name, found = stub.subn(folded, name)
        if found:
            break
    return name


class Patterns:
    """Patterns and what they stand for; the most letters win, as in src/buckets/pattern.c."""

    def __init__(self):
        self.exact, self.prefixes, self.globs = {}, {}, []

    def add(self, pattern, value):
        letters = len(re.sub(r"[*?]", "", pattern))
        if letters == len(pattern):
            self.exact.setdefault(pattern, value)
        elif letters == len(pattern) - 1 and pattern.endswith("*"):
            self.prefixes.setdefault(pattern[:-1], value)
        else:
            regex = re.compile(fnmatch.translate(pattern.replace("[", "[[]")))
            self.globs.append((-letters, len(self.globs), regex, value))
            self.globs.sort(key=lambda glob: glob[:2])

    def find(self, name):
        """(letters, value) of the best pattern, or None."""
        if name in self.exact:
            return len(name), self.exact[name]
        best = None
        for n in range(len(name), -1, -1):
            if name[:n] in self.prefixes:
                best = n, self.prefixes[name[:n]]
                break
        for letters, _, regex, value in self.globs:
            if best and -letters <= best[0]:
                break
            if regex.match(name):
                return -letters, value
        return best

    def find_function(self, name):
        best, bare = self.find(name), name.lstrip("_")
        if bare and bare != name and not (best and best[0] == len(name)):
            exact, self.exact = self.exact, {}
            other = self.find(bare)
            self.exact = exact
            if other and (not best or other[0] > best[0]):
                best = other
        return best[1] if best else None


class Rules:
    """The parts of a rules file that tell a function's bucket from where it is defined."""

    def __init__(self, path):
        self.sets = collections.defaultdict(Patterns)
        self.leaves, self.undecided_headers = [], set()
        bucket = kind = None
        for line in open(path, encoding="utf-8"):
            line = re.sub(r"(^|\s)#.*", "", line.rstrip("\n"))
            if not line.strip():
                continue
            if line.startswith("["):
                bucket = re.match(r"\[(\[[^]]*\]|[^]]*)\]", line).group(1)
                if not bucket.startswith("context ") and bucket not in self.leaves:
                    self.leaves.append(bucket)
                continue
            if not line[0].isspace():
                kind, line = line.split(":", 1)
                kind = kind.split()[0]
            words = [a or b for a, b in re.findall(r'"([^"]*)"|(\S+)', line)]
            if kind == "headers":
                self.undecided_headers.add(bucket)
            elif not bucket.startswith("context "):
                for word in words:
                    self.sets[kind].add(word, bucket)

    @functools.lru_cache(maxsize=None)
    def of_file(self, path):
        best = self.sets["file"].find(path)
        return best[1] if best else None

    def of_definition(self, name, unit, declared):
        """The bucket of a function that compile unit @unit has, declared in file @declared."""
        fixed = self.sets["always"].find_function(name)
        if fixed:
            return fixed
        if declared:
            bucket = self.of_file(declared)
            if bucket and not (declared.endswith(".h") and bucket in self.undecided_headers):
                return bucket
        return self.of_file(unit) if unit and unit != "?" else None


def rows(path):
    """The rows of a table of tab-separated values with a header line, as dicts."""
    with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as table:
        header = next(table).rstrip("\n").split("\t")
        for line in table:
            yield dict(zip(header, line.rstrip("\n").split("\t")))


def bucket_of_row(row, rules):
    """
    The bucket of a function of a table that has either symbol and bucket, or symbol, module,
    cu_path and decl (":LINE" in that unit, or "PATH:LINE"); None if its file is not known.
    """
    if "bucket" in row:
        return row["bucket"]
    declared = row["decl"].rsplit(":", 1)[0] if row["decl"] else ""
    if row["decl"].startswith(":"):
        declared = row["cu_path"]
    return rules.of_definition(canonical(row["symbol"]), row["cu_path"], declared)


def functions(path, rules):
    """(canonical name, bucket, is of the core kernel) of every row of a table."""
    for row in rows(path):
        bucket = bucket_of_row(row, rules)
        if bucket:
            yield canonical(row["symbol"]), bucket, row.get("module", "vmlinux") == "vmlinux"

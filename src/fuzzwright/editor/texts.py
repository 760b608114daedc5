"""Open texts as modules: an import hook that compiles what the editor holds, under its real file name.

Before there are workers it refuses these modules instead, so that whatever needs one is not imported either and stays
for the workers, which have the texts of the moment.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from os.path import basename, dirname
from types import ModuleType

from fuzzwright.python.instrument import Instrumenter, InstrumentingLoader
from fuzzwright.python.texts import use_texts

_ENCODING = re.compile(r"\A((?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))?[ \t\f]*#[^\r\n]*?cod)ing(?=[:=])")


class Refused(BaseException):
    """A module is open in an editor. Not an Exception: code that does without a module must not do so here."""


class OpenTexts(MetaPathFinder):
    """Finds the modules whose texts are open, before all other finders."""

    def __init__(self, instrumenter: Instrumenter, files: Mapping[str, str]) -> None:
        self._instrumenter = instrumenter
        self._files = dict(files)
        self._serves = False

    def install(self) -> None:
        """Put the hook in front of the other finders."""
        sys.meta_path.insert(0, self)

    def serve(self, files: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Give modules, by name and file, their texts from now on."""
        use_texts({file: _without_encoding(text) for file, text in texts.items()})
        self._files = dict(files)
        self._serves = True

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module whose text is open; None for others."""
        file = self._files.get(fullname)
        if file is None:
            return None
        if not self._serves:
            raise Refused(fullname)
        inside = [dirname(file)] if basename(file) == "__init__.py" else None
        loader = InstrumentingLoader(fullname, file, self._instrumenter)
        return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)


def _without_encoding(text: str) -> str:
    """Return a text in which nothing is said about its bytes: it has none yet, and ours are UTF-8."""
    return _ENCODING.sub(r"\1ed", text.removeprefix("\ufeff"))

"""The plugin in a real Neovim without a screen: what it paints is read back from the buffer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.frontends.shell import COMMAND

PLUGIN = Path(__file__).parents[3] / "editors" / "nvim" / "fuzzwright.lua"
GREET = "import os\n\n\ndef greet(name: str) -> str:\n    text = 'hi ' + name\n    return text\n"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("nvim") is None, reason="nvim is not installed (apt-get install neovim)"),
]

SETUP = """
    vim.cmd("filetype on")
    vim.o.swapfile = false
    local plugin = dofile({plugin})
    local seen = {{}}
    plugin.setup(vim.tbl_extend("force", {{ cmd = {command} }}, {settings}))
    vim.cmd("edit {file}")
    local buffer = vim.api.nvim_get_current_buf()

    local function painted()
      local found = {{}}
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, plugin.namespace, 0, -1, {{ details = true }})) do
        local texts, groups = {{}}, {{}}
        for _, chunk in ipairs(mark[4].virt_text or {{}}) do
          if chunk[1]:match("%S") then
            texts[#texts + 1], groups[#groups + 1] = chunk[1], chunk[2]
          end
        end
        found[#found + 1] = {{ line = mark[2], texts = texts, groups = groups }}
      end
      return found
    end

    local function wait(what, condition)
      if not vim.wait(60000, condition, 20) then
        error("not seen: " .. what .. "\\n" .. vim.inspect(painted()) .. "\\n" .. plugin.status())
      end
    end

    local function shows(text)
      for _, mark in ipairs(painted()) do
        for _, each in ipairs(mark.texts) do
          if each:find(text, 1, true) then
            return true
          end
        end
      end
      return false
    end
"""


def nvim(folder: Path, cache: Path, script: str, settings: str = "{}") -> dict[str, Any]:
    """Run a script in Neovim on `shop.py`; return what it put into `seen`."""
    (folder / "shop.py").write_text(GREET)
    quoted = "{" + ", ".join(json.dumps(word) for word in [*COMMAND, "lsp"]) + "}"
    setup = dedent(SETUP).format(
        plugin=json.dumps(str(PLUGIN)), command=quoted, settings=settings, file=folder / "shop.py"
    )
    body = "\n".join([setup, dedent(script)])
    ending = 'local file = io.open("seen.json", "w")\nfile:write(vim.json.encode(seen))\nfile:close()'
    # The status of an error in a script is lost otherwise.
    guarded = f"local ok, problem = pcall(function()\n{body}\n{ending}\nend)\n"
    guarded += 'if not ok then io.stderr:write(tostring(problem) .. "\\n") vim.cmd("cquit") end\nvim.cmd("qall!")\n'
    (folder / "probe.lua").write_text(guarded)
    done = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile probe.lua"],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(cache), "XDG_STATE_HOME": str(cache), "XDG_DATA_HOME": str(cache)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads((folder / "seen.json").read_text())
    return seen


def test_a_bug_that_is_typed_is_painted_behind_the_signature(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        wait("an example", function() return shows("→") end)
        seen.first = painted()
        vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "    text = 'hi ' + name[0]" })
        wait("the raise", function() return shows("raises IndexError") end)
        seen.bug = painted()
        seen.saved = vim.fn.readfile(vim.api.nvim_buf_get_name(buffer))
        wait("a diagnostic", function() return #vim.diagnostic.get(buffer) > 0 end)
        seen.diagnostic = vim.diagnostic.get(buffer)[1].message
        """,
    )
    assert [mark["line"] for mark in seen["first"]] == [3]
    assert set(seen["first"][0]["groups"]) == {"FuzzwrightReturned"}
    (mark,) = seen["bug"]
    groups = dict(zip(mark["texts"], mark["groups"], strict=True))
    failing = [text for text in groups if "raises IndexError" in text]
    assert [groups[text] for text in failing] == ["FuzzwrightRaised"]
    assert mark["texts"].index(failing[0]) == 1, "right behind one that returns"
    assert "name[0]" not in "".join(seen["saved"])
    assert "raises IndexError" in seen["diagnostic"]


def test_hints_move_with_the_text_fade_with_their_body_and_go_with_their_line(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        wait("an example", function() return shows("→") end)
        vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { "", "" })
        seen.moved = painted()
        vim.api.nvim_buf_set_lines(buffer, 6, 7, false, { "    text = 'hi' + name" })
        seen.faded = painted()
        vim.api.nvim_buf_set_lines(buffer, 5, 6, false, { "def greet(name: str, x: int) -> str:" })
        seen.dropped = painted()
        """,
    )
    assert [mark["line"] for mark in seen["moved"]] == [5]
    assert seen["faded"][0]["texts"] == seen["moved"][0]["texts"]
    assert set(seen["faded"][0]["groups"]) == {"FuzzwrightStale"}
    assert seen["dropped"][0]["texts"] == []


def test_one_command_hides_and_shows(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        wait("an example", function() return shows("→") end)
        seen.before = painted()
        vim.cmd("Fuzzwright toggle")
        seen.hidden = painted()
        vim.cmd("Fuzzwright toggle")
        seen.again = painted()
        """,
    )
    assert seen["hidden"][0]["texts"] == []
    assert seen["again"][0]["texts"][0] == seen["before"][0]["texts"][0]


def test_an_example_takes_no_more_room_than_it_may(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        wait("an example", function() return #painted() > 0 and #painted()[1].texts > 0 end)
        seen.painted = painted()
        """,
        "{ width = 16, max = 1 }",
    )
    texts = seen["painted"][0]["texts"]
    assert len(texts[0]) <= 16
    assert len(texts) == 1 or (len(texts) == 2 and texts[1].strip().startswith("+"))


def test_asking_what_reaches_a_line_is_answered(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        wait("an example", function() return shows("→") end)
        local told = ""
        vim.notify = function(text) told = text end
        vim.api.nvim_win_set_cursor(0, { 6, 0 })
        vim.cmd("Fuzzwright reach")
        wait("an answer", function() return told:find("greet(", 1, true) end)
        seen.told = told
        local titles = {}
        local range = { start = { line = 4, character = 0 }, ["end"] = { line = 4, character = 0 } }
        local content = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, range = range }
        content.context = { diagnostics = {} }
        local answers = vim.lsp.buf_request_sync(buffer, "textDocument/codeAction", content, 20000)
        for _, answer in pairs(answers) do
          for _, action in ipairs(answer.result or {}) do titles[#titles + 1] = action.title end
        end
        seen.titles = titles
        """,
    )
    assert "greet(" in seen["told"]
    assert "What input reaches this line?" in seen["titles"]


def test_code_actions_edit_the_buffer_and_copy_calls(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        wait("an example", function() return shows("→") end)
        vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "    text = 'hi ' + name[0]" })
        wait("the raise", function() return shows("raises IndexError") end)
        vim.api.nvim_win_set_cursor(0, { 5, 0 })
        local wanted = "Copy "
        vim.ui.select = function(items, options, choose)
          for _, item in ipairs(items) do
            if options.format_item(item):find(wanted, 1, true) then
              choose(item)
              return
            end
          end
        end
        vim.lsp.buf.code_action()
        wait("a copy", function() return vim.fn.getreg('"') ~= "" end)
        seen.copied = vim.fn.getreg('"')
        wanted = "Raise ValueError for"
        vim.lsp.buf.code_action()
        local function text()
          return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\\n")
        end
        wait("a guard", function() return text():find("raise ValueError", 1, true) end)
        seen.text = text()
        wait("the refusal", function() return shows("refuses: ValueError") end)
        """,
    )
    assert seen["copied"].startswith("greet(")
    assert "if not name:" in seen["text"]
    compile(seen["text"], "shop.py", "exec")


def test_where_there_is_no_room_for_all_a_crash_is_among_what_is_painted(project: Path, cache: Path) -> None:
    seen = nvim(
        project,
        cache,
        """
        local text = { "def kind(n: int) -> str:" }
        for number = 1, 6 do
          text[#text + 1] = ("    if n == %d:"):format(number)
          text[#text + 1] = ("        return 'x' * %d"):format(number)
        end
        text[#text + 1] = "    return str(1 // n)"
        vim.api.nvim_buf_set_lines(buffer, 0, -1, false, text)
        wait("a crash", function() return shows("raises ZeroDivisionError") and shows("+") end)
        seen.painted = painted()
        """,
        "{ max = 2 }",
    )
    returns, raises, more = seen["painted"][0]["texts"]
    assert "→" in returns
    assert "raises ZeroDivisionError" in raises
    assert more.strip().startswith("+")

-- Live examples of Python functions in Neovim 0.7 and newer: starts `fuzzwright lsp`, tells it what is seen, and
-- paints the examples it sends behind the signatures, in their order. See README.md.

local M = {}

local api, lsp = vim.api, vim.lsp
local namespace = api.nvim_create_namespace("fuzzwright")

local settings = {
  cmd = { "fuzzwright", "lsp" },
  python = nil, -- the interpreter that runs your functions; by default that of the project
  max = 4, -- examples behind one signature
  width = 80, -- characters of one example
  debounce = 120, -- milliseconds without a keystroke before functions run again
  severity = "hint", -- of problems: hint, information, warning, off
  lenses = false, -- Neovim draws lenses as virtual text, where the examples are already
  root_dir = nil, -- a function from a buffer to the folder of its project
}

local groups = {
  returned = "FuzzwrightReturned",
  mistyped = "FuzzwrightRaised",
  raised = "FuzzwrightRaised",
  hangs = "FuzzwrightRaised",
  dies = "FuzzwrightRaised",
  refused = "FuzzwrightRefused",
  too_much = "FuzzwrightRefused",
  blocked = "FuzzwrightRefused",
}

local shown = true
local clients = {} -- id of a client by the folder of its project
local told = {} -- by buffer: functions by name, each with the mark it is painted at
local watched = {} -- buffers whose edits we see
local said = {} -- by buffer: what was last told of windows and cursor
local status = ""

local function define_groups()
  local links = {
    FuzzwrightReturned = "String",
    FuzzwrightRaised = "ErrorMsg",
    FuzzwrightRefused = "WarningMsg",
    FuzzwrightStale = "Comment",
  }
  for group, link in pairs(links) do
    api.nvim_set_hl(0, group, { link = link, default = true })
  end
end

-- Texts ------------------------------------------------------------------------------------------

local function capped(text, most)
  if vim.fn.strchars(text) <= most then
    return text
  end
  return vim.fn.strcharpart(text, 0, most - 1) .. "…"
end

-- Of a long call, how it ended is kept.
local function beside(example)
  local call, text = example.call, (example.text:gsub("%s+", " "))
  if vim.fn.strchars(text) <= settings.width then
    return text
  end
  local ending = ""
  if example.text:sub(1, #call) == call then
    ending = (example.text:sub(#call + 1):gsub("%s+", " "))
  end
  local room = math.max(settings.width - vim.fn.strchars(ending), math.floor(settings.width / 3))
  return capped(capped((call:gsub("%s+", " ")), room) .. ending, settings.width)
end

-- One that returns, what fails, the others: so that what fails is seen on a narrow screen too.
local function place(example)
  if example.rank == 0 then
    return 0
  end
  return groups[example.outcome] == "FuzzwrightRaised" and 1 or 2
end

local function chunks(content, stale)
  local found = {}
  local left = 0
  local examples = { unpack(content.examples or {}) }
  table.sort(examples, function(a, b)
    if place(a) ~= place(b) then
      return place(a) < place(b)
    end
    return a.slot < b.slot
  end)
  for _, example in ipairs(examples) do
    -- Those that say most have the lowest ranks.
    if (example.rank or 0) < settings.max then
      local group = stale and "FuzzwrightStale" or groups[example.outcome] or "FuzzwrightStale"
      found[#found + 1] = { "  ", "Normal" }
      found[#found + 1] = { beside(example), group }
    else
      left = left + 1
    end
  end
  if left > 0 then
    found[#found + 1] = { ("  +%d"):format(left), "FuzzwrightStale" }
  end
  return found
end

-- Painting ---------------------------------------------------------------------------------------

local function forget(buffer, name)
  local known = (told[buffer] or {})[name]
  if known then
    if known.mark then
      pcall(api.nvim_buf_del_extmark, buffer, namespace, known.mark)
    end
    told[buffer][name] = nil
  end
end

local function paint(buffer, known, line, stale)
  local texts = shown and chunks(known.content, stale) or {}
  local last = api.nvim_buf_line_count(buffer) - 1
  known.line = math.max(0, math.min(line, last))
  known.mark = api.nvim_buf_set_extmark(buffer, namespace, known.line, 0, {
    id = known.mark,
    virt_text = texts,
    virt_text_pos = "eol",
    hl_mode = "combine",
  })
  known.stale = stale
end

local function on_examples(_, content)
  local buffer = vim.uri_to_bufnr(content.uri)
  if not api.nvim_buf_is_loaded(buffer) then
    return
  end
  told[buffer] = told[buffer] or {}
  if content.state == "gone" or content.state == "skipped" then
    forget(buffer, content["function"])
    return
  end
  -- The server says it again when it knows the newer text.
  if content.version < ((lsp.util.buf_versions or {})[buffer] or 0) then
    return
  end
  local known = told[buffer][content["function"]] or {}
  known.content = content
  told[buffer][content["function"]] = known
  paint(buffer, known, content.anchor.line, content.state == "stale")
end

-- What is edited changes at once: hints on the lines themselves go, those of the function around them fade.
local function on_lines(_, buffer, _, first, last, new_last)
  if not told[buffer] then
    watched[buffer] = nil
    return true
  end
  for _, known in pairs(told[buffer]) do
    -- Marks on lines that are replaced as a whole go astray, so lines are counted here.
    local height = known.content.range["end"].line - known.content.anchor.line
    if known.line >= last then
      known.line = known.line + new_last - last
    elseif known.line >= first then
      known.content = vim.tbl_extend("force", known.content, { examples = {} })
      paint(buffer, known, math.max(first, math.min(known.line, new_last - 1)), true)
    elseif not known.stale and first <= known.line + height then
      paint(buffer, known, known.line, true)
    end
  end
end

local function repaint()
  for buffer, functions in pairs(told) do
    if api.nvim_buf_is_valid(buffer) then
      for _, known in pairs(functions) do
        paint(buffer, known, known.line, known.stale)
      end
    end
  end
end

-- What the server is told ------------------------------------------------------------------------

local function client_of(buffer)
  for _, id in pairs(clients) do
    if lsp.buf_is_attached(buffer, id) then
      return lsp.get_client_by_id(id)
    end
  end
end

local function notify(client, method, content)
  -- Methods of a client became methods proper in 0.11.
  if vim.fn.has("nvim-0.11") == 1 then
    client:notify(method, content)
  else
    client.notify(method, content)
  end
end

local function tell_visible(buffer)
  local client = client_of(buffer)
  if not client then
    return
  end
  local ranges = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local first, last = vim.fn.line("w0", window), vim.fn.line("w$", window)
    if first > 0 and last >= first then
      ranges[#ranges + 1] = {
        start = { line = first - 1, character = 0 },
        ["end"] = { line = last - 1, character = 0 },
      }
    end
  end
  local content = { uri = vim.uri_from_bufnr(buffer), ranges = ranges }
  said[buffer] = said[buffer] or {}
  local text = vim.inspect(content)
  if said[buffer].visible ~= text then
    said[buffer].visible = text
    notify(client, "fuzzwright/visible", content)
  end
end

local function tell_focus(buffer)
  local client = client_of(buffer)
  local line = api.nvim_win_get_cursor(0)[1] - 1
  said[buffer] = said[buffer] or {}
  if client and said[buffer].line ~= line then
    said[buffer].line = line
    notify(client, "fuzzwright/focus", { uri = vim.uri_from_bufnr(buffer), line = line })
  end
end

-- Commands ---------------------------------------------------------------------------------------

local function execute(command, argument, done)
  local buffer = api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client then
    vim.notify("fuzzwright does not run for this buffer", vim.log.levels.WARN)
    return
  end
  local function answer(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.WARN)
    elseif done then
      done(result)
    end
  end
  local content = { command = command, arguments = { argument } }
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", content, answer, buffer)
  else
    client.request("workspace/executeCommand", content, answer, buffer)
  end
end

--- Hide the examples, or show them again.
function M.toggle()
  shown = not shown
  repaint()
end

--- Ask what input reaches the line of the cursor.
function M.reach()
  local line = api.nvim_win_get_cursor(0)[1] - 1
  execute("fuzzwright.reach", { uri = vim.uri_from_bufnr(0), line = line }, function(result)
    if type(result) == "table" then
      vim.notify(result.text)
    end
  end)
end

--- Stop running functions, or go on.
function M.pause()
  execute("fuzzwright.pause", vim.empty_dict(), function(result)
    if type(result) == "table" then
      vim.notify(result.paused and "fuzzwright is paused" or "fuzzwright runs again")
    end
  end)
end

--- Return what the server does at the moment, for a status line.
function M.status()
  return status
end

-- What code actions lead to: the server answers, and what is left to do is done here.
local function commands()
  local function call(then_do)
    return function(command)
      execute(command.command, (command.arguments or {})[1] or vim.empty_dict(), then_do)
    end
  end
  local function tell(result)
    if type(result) == "table" and result.text then
      vim.notify(result.text)
    end
  end
  return {
    ["fuzzwright.reach"] = call(tell),
    ["fuzzwright.call"] = call(function(result)
      if type(result) == "string" then
        vim.fn.setreg('"', result)
        pcall(vim.fn.setreg, "+", result)
        vim.notify("copied: " .. capped(result, 80))
      end
    end),
    ["fuzzwright.debug"] = call(function(result)
      if type(result) ~= "table" or not result.program then
        return
      end
      local has_dap, dap = pcall(require, "dap")
      if has_dap then
        dap.run(vim.tbl_extend("force", result, { type = dap.adapters.debugpy and "debugpy" or "python" }))
      else
        vim.cmd("botright split | terminal " .. vim.fn.shellescape(result.python or "python3") .. " -m pdb "
          .. vim.fn.shellescape(result.program))
      end
    end),
  }
end

-- Starting ---------------------------------------------------------------------------------------

local function project_of(buffer)
  if settings.root_dir then
    return settings.root_dir(buffer)
  end
  local file = api.nvim_buf_get_name(buffer)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local above = folder
  while above ~= vim.fn.fnamemodify(above, ":h") do
    for _, mark in ipairs({ "pyproject.toml", "setup.py", "setup.cfg", ".git" }) do
      if vim.loop.fs_stat(above .. "/" .. mark) then
        return above
      end
    end
    above = vim.fn.fnamemodify(above, ":h")
  end
  return folder
end

--- Attach a buffer to the server of its project, which is started if need be.
function M.attach(buffer)
  buffer = (buffer and buffer ~= 0) and buffer or api.nvim_get_current_buf()
  local file = api.nvim_buf_get_name(buffer)
  if file:sub(-3) ~= ".py" or vim.bo[buffer].buftype ~= "" then
    return
  end
  local root = vim.loop.fs_realpath(project_of(buffer)) or project_of(buffer)
  local id = clients[root]
  if not id or not lsp.get_client_by_id(id) then
    local config = {
      name = "fuzzwright",
      cmd = settings.cmd,
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
      flags = { debounce_text_changes = 20 }, -- the server waits for a pause itself
      commands = commands(),
      init_options = {
        fuzzwright = {
          examples = true,
          python = settings.python,
          debounce = settings.debounce,
          severity = settings.severity,
          lenses = settings.lenses,
          width = settings.width,
        },
      },
      handlers = {
        ["fuzzwright/examples"] = on_examples,
        ["fuzzwright/status"] = function(_, content)
          status = content.text
        end,
        ["fuzzwright/reached"] = function(_, content)
          vim.notify(content.text)
        end,
      },
      on_attach = function(_, attached)
        vim.schedule(function()
          tell_visible(attached)
          if attached == api.nvim_get_current_buf() then
            tell_focus(attached)
          end
        end)
      end,
      on_exit = function()
        clients[root] = nil
      end,
    }
    -- The older function is on its way out.
    id = lsp.start and lsp.start(config, { bufnr = buffer }) or lsp.start_client(config)
    if not id then
      vim.notify("fuzzwright cannot be started: " .. table.concat(settings.cmd, " "), vim.log.levels.WARN)
      return
    end
    clients[root] = id
  end
  told[buffer] = told[buffer] or {}
  lsp.buf_attach_client(buffer, id)
  if not watched[buffer] then
    watched[buffer] = true
    api.nvim_buf_attach(buffer, false, { on_lines = on_lines })
  end
  said[buffer] = nil
end

--- Start with some settings changed; buffers that are open are attached too.
function M.setup(changes)
  settings = vim.tbl_extend("force", settings, changes or {})
  define_groups()
  local group = api.nvim_create_augroup("fuzzwright", { clear = true })
  local function on(events, run, pattern)
    api.nvim_create_autocmd(events, {
      group = group,
      pattern = pattern or "*.py",
      callback = function(event)
        run(event.buf)
      end,
    })
  end
  on("ColorScheme", define_groups, "*")
  on("FileType", M.attach, "python")
  on({ "BufEnter", "WinEnter", "TextChanged", "InsertLeave" }, tell_visible)
  -- Which windows show a buffer is known only when it has left its window.
  on({ "BufWinLeave", "BufWinEnter" }, function(buffer)
    vim.schedule(function()
      if api.nvim_buf_is_valid(buffer) then
        tell_visible(buffer)
      end
    end)
  end)
  on("WinScrolled", function()
    for buffer in pairs(told) do
      if api.nvim_buf_is_valid(buffer) then
        tell_visible(buffer)
      end
    end
  end, "*")
  on({ "CursorMoved", "CursorMovedI" }, tell_focus)
  on({ "BufUnload", "BufDelete" }, function(buffer)
    told[buffer], said[buffer] = nil, nil
  end)
  api.nvim_create_user_command("Fuzzwright", function(given)
    local run = ({ toggle = M.toggle, reach = M.reach, pause = M.pause })[given.args]
    if run then
      run()
    else
      vim.notify("use :Fuzzwright toggle, reach or pause", vim.log.levels.WARN)
    end
  end, {
    nargs = 1,
    complete = function()
      return { "toggle", "reach", "pause" }
    end,
  })
  for _, buffer in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "python" then
      M.attach(buffer)
    end
  end
end

M.namespace = namespace

return M

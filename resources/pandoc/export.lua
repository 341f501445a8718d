-- Puts answers into an export: each is read as Markdown by itself, and nothing of it may run, load or reach outside.

local READ = "commonmark+pipe_tables+strikeout+tex_math_dollars+task_lists+autolink_bare_uris"
local DEEPEST_HEADING = 6

local STYLES = { byline = "Byline", remark = "Remark", sources = "Source Entry" }

local function is_web(target)
  local lower = target:lower()
  return lower:match("^https?://[^%s/]") ~= nil or lower:match("^mailto:[^%s]+@") ~= nil
end

local function is_relative(target)
  return not target:match("^[%a][%w+.-]*:") and not target:match("^//") and not target:match("^\\")
end

-- Where a link may not lead, its words stay, and beside them where it would have led.
local function link(content, target)
  if is_web(target) then return pandoc.Link(content, target) end
  local words = pandoc.Inlines(content)
  if target == "" or is_relative(target) or pandoc.utils.stringify(words) == target then return words end
  words:extend({ pandoc.Space(), pandoc.Code(target) })
  return words
end

local function language(classes)
  local first = classes[1]
  if first and #first <= 30 and first:match("^[%w+#._-]+$") and first ~= "answer" then return { first } end
  return {}
end

local function plain_cells(rows)
  for _, row in ipairs(rows) do
    row.attr = pandoc.Attr()
    for _, cell in ipairs(row.cells) do cell.attr = pandoc.Attr() end
  end
end

-- Controls, and what turns the direction of reading (U+202A to 202E, U+2066 to 2069), written as entities; and the
-- filler (U+FFA0) that stands beside stars for pandoc to see them.
local function clean(text)
  text = text:gsub("[%z\1-\31\127]", ""):gsub("\226\128[\170-\174]", ""):gsub("\239\190\160", "")
  return (text:gsub("\226\129[\166-\169]", ""))
end

local function is_wide(code)
  return code and (code >= 0x2E80 and code <= 0x9FFF or code >= 0xF900 and code <= 0xFAFF
    or code >= 0xFE30 and code <= 0xFE4F or code >= 0xFF00 and code <= 0xFF60 or code >= 0x20000 and code <= 0x3FFFF)
end

local function last_code(text) return utf8.codepoint(text, utf8.offset(text, -1)) end

-- A line end in Chinese is no space.
local function joined(inlines)
  for at = #inlines - 1, 2, -1 do
    local before, after = inlines[at - 1], inlines[at + 1]
    if inlines[at].t == "SoftBreak" and before.t == "Str" and after.t == "Str" and before.text ~= "" and
      after.text ~= "" and is_wide(last_code(before.text)) and is_wide(utf8.codepoint(after.text)) then
      inlines:remove(at)
    end
  end
  return inlines
end

-- The boxes of a list of tasks are signs: nothing to click on, and none that says "wrong" to a Chinese reader.
-- Pandoc sees them in lists with bullets only; in others they are what was written.
local BOXES = { ["☐"] = "☐", ["☒"] = "☑", ["[x]"] = "☑", ["[X]"] = "☑" }
local NO_BREAK = "\u{A0}"

local function ticked(el)
  for _, item in ipairs(el.content) do
    local words = item[1] and (item[1].t == "Plain" or item[1].t == "Para") and item[1].content
    if words and #words > 3 and words[1].text == "[" and words[2].t == "Space" and words[3].text == "]" then
      words:remove(3)
      words:remove(2)
      words[1] = pandoc.Str("☐")
    end
    local box = words and #words > 1 and words[1].t == "Str" and BOXES[words[1].text]
    if box and words[2].t == "Space" then
      words:remove(2)
      words[1] = pandoc.Str(box .. NO_BREAK)
      item[1].content = words
    end
  end
  return el
end

-- An address that stands in a text without brackets goes on to a space, or to a sign that no address has.
local ADDRESS = "https?://[%w][%w%-._~:/?#@!$&'()*+,;=%%]*"

local function addresses(text)
  local parts, at = pandoc.Inlines({}), 1
  while true do
    local from, to = text:find(ADDRESS, at)
    if not from then break end
    local address = text:sub(from, to):gsub("[.,;:!?'*]+$", "")
    if not address:find("%(") then address = address:gsub("%).*$", "") end
    if from > at then parts:insert(pandoc.Str(text:sub(at, from - 1))) end
    parts:insert(pandoc.Link({ pandoc.Str(address) }, address))
    at = from + #address
  end
  if at <= #text then parts:insert(pandoc.Str(text:sub(at))) end
  return parts
end

-- Pandoc takes what follows an address in Chinese for a part of it.
local SIGNS = { "，", "。", "；", "：", "、", "！", "？", "（", "）", "《", "》", "“", "”", "‘", "’", "【", "】", "「", "」", "…" }

local function bare(words)
  local last = #words
  for _, sign in ipairs(SIGNS) do
    local from = words:find(sign, 1, true)
    if from then last = math.min(last, from - 1) end
  end
  local address = words:sub(1, last)
  local target = address:match("^%a+:") and address or "http://" .. address
  return pandoc.Inlines({ pandoc.Link({ pandoc.Str(address) }, target), pandoc.Str(words:sub(last + 1)) })
end

-- Of tags, these two are read, since Markdown has no other way to say H₂O; all others are shown as they are written.
local RAISED = { sub = pandoc.Subscript, sup = pandoc.Superscript }

local function raised(inlines)
  for at = #inlines, 1, -1 do
    local tag = inlines[at].t == "RawInline" and inlines[at].text:lower():match("^<(su[bp])>$")
    for to = at + 1, tag and #inlines or 0 do
      if inlines[to].t == "RawInline" and inlines[to].text:lower() == "</" .. tag .. ">" then
        local inside = pandoc.Inlines({})
        for _ = at + 1, to - 1 do inside:insert(inlines:remove(at + 1)) end
        inlines:remove(at + 1)
        inlines[at] = RAISED[tag](inside)
        break
      end
    end
  end
  return inlines
end

local SAFE = {
  Inlines = joined,
  Str = function(el) return pandoc.Str(clean(el.text)) end,
  RawInline = function(el)
    if el.text:match("^<[bB][rR]%s*/?>$") then return pandoc.LineBreak() end
    return pandoc.Str(el.text)
  end,
  RawBlock = function(el) return pandoc.CodeBlock((el.text:gsub("\n$", ""))) end,
  CodeBlock = function(el) return pandoc.CodeBlock(el.text, pandoc.Attr("", language(el.classes))) end,
  Code = function(el) return pandoc.Code(el.text) end,
  Link = function(el)
    local target, words = clean(el.target), pandoc.utils.stringify(el.content)
    if is_web(target) and (words == target or "http://" .. words == target) then return bare(words) end
    return link(el.content, target)
  end,
  Image = function(el)
    local words = el.caption
    local target = clean(el.src)
    if #words == 0 then words = pandoc.Inlines({ pandoc.Str(target) }) end
    return link(words, target)
  end,
  BulletList = ticked,
  OrderedList = ticked,
  Span = function(el) return el.content end,
  Div = function(el) return el.content end,
  Table = function(el)
    el.attr = pandoc.Attr()
    plain_cells(el.head.rows)
    for _, body in ipairs(el.bodies) do
      body.attr = pandoc.Attr()
      plain_cells(body.body)
    end
    return el
  end,
}

local function shifted(blocks, level)
  local top = DEEPEST_HEADING
  blocks:walk({ Header = function(el) top = math.min(top, el.level) end })
  return blocks:walk({
    Header = function(el)
      return pandoc.Header(math.min(DEEPEST_HEADING, el.level - top + level), el.content)
    end,
  })
end

-- `[1]` becomes a link to the list of sources where that has a 1; what is a link already stays as it is.
local function cited(blocks, name, numbers)
  return blocks:walk({
    traverse = "topdown",
    Link = function(el) return el, false end,
    Str = function(el)
      local parts, at = pandoc.Inlines({}), 1
      for from, number, to in el.text:gmatch("()%[(%d+)%]()") do
        if numbers[number] then
          if from > at then parts:insert(pandoc.Str(el.text:sub(at, from - 1))) end
          parts:insert(pandoc.Link({ pandoc.Str("[" .. number .. "]") }, "#" .. name .. "-" .. number))
          at = to
        end
      end
      if at == 1 then return nil end
      if at <= #el.text then parts:insert(pandoc.Str(el.text:sub(at))) end
      return parts, false
    end,
  })
end

local function linked(blocks)
  return blocks:walk({
    traverse = "topdown",
    Link = function(el) return el, false end,
    Str = function(el)
      if el.text:find("://", 1, true) then return addresses(el.text), false end
    end,
  })
end

-- How many letters fit into a line on the page, and how many the edges of a cell take.
local LINE, EDGES = 84, 3
-- Tables with more columns are set in small letters.
local MANY_COLUMNS = 8

local function letters(cell)
  local longest = 0
  for line in (pandoc.utils.stringify(cell.contents) .. "\n"):gmatch("(.-)\n") do
    local count = 0
    for _, code in utf8.codes(line) do count = count + (is_wide(code) and 2 or 1) end
    longest = math.max(longest, count)
  end
  return longest
end

-- Each column as wide as it wants to be; where the page has less, the widest ones share what the others leave.
local function shares(wanted)
  local order, room, left = {}, LINE, #wanted
  for column in ipairs(wanted) do order[column] = column end
  table.sort(order, function(one, other) return wanted[one] < wanted[other] end)
  local given = {}
  for _, column in ipairs(order) do
    given[column] = math.min(wanted[column], room / left)
    room, left = room - given[column], left - 1
  end
  return given
end

local function small(rows)
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do
      local words = pandoc.utils.blocks_to_inlines(cell.contents)
      cell.contents = { pandoc.Div({ pandoc.Para(words) }, pandoc.Attr("", {}, { ["custom-style"] = "Wide Table" })) }
    end
  end
end

-- Word would measure the columns itself; other programs take all for the same.
local function measured(el)
  local wanted = {}
  for column in ipairs(el.colspecs) do wanted[column] = EDGES + 1 end
  local function measure(rows)
    for _, row in ipairs(rows) do
      for column, cell in ipairs(row.cells) do
        if wanted[column] then wanted[column] = math.max(wanted[column], letters(cell) * 1.1 + EDGES) end
      end
    end
  end
  measure(el.head.rows)
  for _, body in ipairs(el.bodies) do measure(body.body) end
  local given = shares(wanted)
  for column, spec in ipairs(el.colspecs) do el.colspecs[column] = { spec[1], given[column] / LINE } end
  if #wanted > MANY_COLUMNS then
    small(el.head.rows)
    for _, body in ipairs(el.bodies) do small(body.body) end
  end
  return el
end

-- On a narrow screen a wide table moves by itself; on paper it is measured.
local function movable(el)
  return pandoc.Div({ el }, pandoc.Attr("", { "table" }))
end

local function fitted(blocks)
  return blocks:walk({ Table = FORMAT == "docx" and measured or movable })
end

local function answer(el)
  local numbers = {}
  for number in el.attributes.numbers:gmatch("%d+") do numbers[number] = true end
  -- An empty list of files: the reader sees nothing but the text.
  -- Without a line end behind it, the last row of a table is not read as one.
  local blocks = pandoc.read(el.text .. "\n", READ, {}, {}).blocks:walk({ Inlines = raised }):walk(SAFE)
  blocks = fitted(linked(shifted(blocks, tonumber(el.attributes.level))))
  return cited(blocks, el.attributes.name, numbers)
end

local function styled(el)
  local style = STYLES[el.classes[1]]
  if FORMAT == "docx" and style then el.attributes["custom-style"] = style end
  return el
end

function Pandoc(doc)
  local blocks = pandoc.Blocks({})
  for _, block in ipairs(doc.blocks) do
    if block.t == "CodeBlock" then
      local ok, read = pcall(answer, block)
      blocks:extend(ok and read or { pandoc.CodeBlock(block.text) })
    elseif block.t == "Div" then
      blocks:insert(styled(block))
    else
      blocks:insert(block)
    end
  end
  doc.blocks = blocks
  return doc
end

-- Makes of pandoc's reading of reStructuredText what plain Markdown can say: roles become their visible text,
-- links keep to safe addresses, tables become pipe tables, definition lists become paragraphs or bullets.

local titles = {}

local WORDS = {
  ref = true, doc = true, term = true, numref = true, dfn = true, abbr = true, abbreviation = true, program = true,
  command = true, mimetype = true, newsgroup = true, guilabel = true, title = true, any = true, issue = true,
  eq = true, cite = true, footcite = true, source = true, download = true, gh = true, user = true, pr = true,
  manpage = true, mailheader = true, token = true, acronym = true, menuselection = true, version = true,
}
local CALLS = { func = true, meth = true }
local REFERENCES = { pep = "PEP ", rfc = "RFC ", cve = "CVE-", cwe = "CWE-", bpo = "bpo-" }

local function label_key(label)
  return (label:lower():gsub("%s+", " "))
end

local function visible(text)
  -- "title <target>" shows its title; without one the target stands for itself.
  local title, target = text:match("^(.-)%s*<([^<>]*)>$")
  if title and title ~= "" then return title, target end
  return nil, text
end

local function role(el)
  local kind = el.attributes.role
  if not kind then
    return el.classes:includes("interpreted-text") and pandoc.Str(el.text) or pandoc.Code(el.text)
  end
  local name = kind:match("([^:]+)$") or kind
  local title, target = visible(el.text)
  if REFERENCES[name] then
    return pandoc.Str(title or (REFERENCES[name] .. target))
  end
  if name == "ref" and not title and titles[label_key(target)] then
    return titles[label_key(target)]
  end
  if name == "menuselection" then
    return pandoc.Str((el.text:gsub("%s*%-%->%s*", " → ")))
  end
  if name == "abbr" then return pandoc.Str(el.text) end
  if name == "samp" or name == "file" then
    return pandoc.Code((el.text:gsub("[{}]", "")))
  end
  if name == "code" or name == "kbd" then return pandoc.Code(el.text) end
  if WORDS[name] and not kind:match("^c:") then
    return pandoc.Str(title or (target:gsub("^[~!]", "")))
  end
  local shown = title
  if not shown then
    shown = target:gsub("^!", "")
    if shown:sub(1, 1) == "~" then shown = shown:match("([^.]+)$"):gsub("^~", "") end
    if CALLS[name] and not shown:match("%)$") then shown = shown .. "()" end
  end
  return pandoc.Code(shown)
end

local function safe(target)
  return target:match("^https?://") or target:match("^mailto:") or target:match("^ftp://")
end

local function link(el)
  local undefined = el.target:match("^##SUBST##|(.*)|$")
  if undefined then return pandoc.Str(undefined) end
  if not safe(el.target) then return el.content end
  return pandoc.Link(el.content, el.target)
end

local function image(el)
  local alt = pandoc.utils.stringify(el.caption)
  local name = el.src:match("([^/]*)$")
  if alt == "image" or alt == "" or alt == el.src or alt == name then return {} end
  return el.caption
end

local function one_line(inlines)
  return inlines:walk({
    LineBreak = function() return pandoc.Space() end,
    SoftBreak = function() return pandoc.Space() end,
    Code = function(el) return pandoc.Code((el.text:gsub("%s*\n%s*", " "))) end,
  })
end

local function leaves(blocks, found)
  for _, block in ipairs(blocks) do
    if block.t == "BulletList" or block.t == "OrderedList" then
      for _, item in ipairs(block.content) do leaves(item, found) end
    else
      found:insert(pandoc.utils.blocks_to_inlines({ block }, { pandoc.Space() }))
    end
  end
  return found
end

local BARS = { ["|"] = "\\vert ", ["\\|"] = "\\Vert " }

local function cell(blocks)
  -- A cell has one line: what were paragraphs and list items follow one another.
  local flat = pandoc.Inlines({})
  for number, part in ipairs(leaves(blocks, pandoc.List())) do
    if number > 1 then flat:insert(pandoc.Space()) end
    flat:extend(part)
  end
  -- A bar ends a cell, also one inside code or a formula.
  return { pandoc.Plain(one_line(flat):walk({
    Code = function(el) return pandoc.Code((el.text:gsub("|", "\\|"))) end,
    Math = function(el) return pandoc.Math(el.mathtype, (el.text:gsub("\\?|", BARS))) end,
    RawInline = function(el) return pandoc.RawInline(el.format, (el.text:gsub("\\?|", BARS))) end,
  })) }
end

local function pipe_table(el)
  local simple = pandoc.utils.to_simple_table(el)
  local caption = simple.caption
  simple.caption = {}
  simple.header = simple.header:map(cell)
  simple.rows = simple.rows:map(function(row) return pandoc.List(row):map(cell) end)
  simple.widths = pandoc.List(simple.widths):map(function() return 0 end)
  local plain = pandoc.utils.from_simple_table(simple)
  if #caption == 0 then return plain end
  return { pandoc.Para({ pandoc.Strong(one_line(pandoc.Inlines(caption))) }), plain }
end

local function short(definitions)
  if #definitions ~= 1 or #definitions[1] ~= 1 then return false end
  local tag = definitions[1][1].t
  return tag == "Para" or tag == "Plain"
end

local function definition_list(el)
  local all_short = true
  for _, item in ipairs(el.content) do all_short = all_short and short(item[2]) end
  local result = pandoc.List()
  for _, item in ipairs(el.content) do
    local term = { pandoc.Strong(item[1]) }
    if all_short then
      local line = pandoc.List(term)
      line:extend({ pandoc.Str(":"), pandoc.Space() })
      line:extend(item[2][1][1].content)
      result:insert({ pandoc.Plain(line) })
    else
      result:insert(pandoc.Para(term))
      for _, definition in ipairs(item[2]) do result:extend(definition) end
    end
  end
  if all_short then return pandoc.BulletList(result) end
  return result
end

local function raw_block(el)
  if el.format ~= "html" then return {} end
  return pandoc.read(el.text, "html-native_divs-native_spans").blocks
end

local function raw_inline(el)
  if el.format ~= "html" then return {} end
  return pandoc.utils.blocks_to_inlines(pandoc.read(el.text, "html").blocks)
end

-- What typesetting makes of them; sentences keep their straight quotes, which people type when they search.
local DASHES = { ["---"] = "—", ["--"] = "–" }

return {
  {
    Header = function(el)
      if el.identifier ~= "" then titles[label_key(el.identifier)] = el.content end
    end,
  },
  { RawBlock = raw_block, RawInline = raw_inline },
  { Code = role },
  {
    Str = function(el) return DASHES[el.text] and pandoc.Str(DASHES[el.text]) or nil end,
    Link = link,
    Image = image,
    Table = pipe_table,
    Div = function(el) return el.content end,
    Span = function(el) return el.content end,
    Math = function(el)
      local mark = el.mathtype == "DisplayMath" and "$$" or "$"
      return pandoc.RawInline("markdown", mark .. el.text:gsub("%s*\n%s*", " ") .. mark)
    end,
    Header = function(el) return pandoc.Header(el.level, one_line(el.content)) end,
    Figure = function(el)
      local blocks = pandoc.List(el.content)
      blocks:extend(el.caption.long or {})
      return blocks
    end,
  },
  { DefinitionList = definition_list },
}

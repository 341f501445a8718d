-- What documents of Office, OpenDocument and EPUB need before they are plain Markdown: their title stands in the text,
-- merged cells are taken apart, and a table's first row tells what its columns are.

local function grid(rows)
  -- A merged cell says its words in each row that it reaches down to, and once in a row.
  local hanging, result, width = {}, pandoc.List(), 0
  for _, row in ipairs(rows) do
    local line, at = pandoc.List(), 1
    local function hang()
      while hanging[at] do
        line[at] = hanging[at].blocks
        hanging[at].left = hanging[at].left - 1
        if hanging[at].left == 0 then hanging[at] = nil end
        at = at + 1
      end
    end
    for _, cell in ipairs(row.cells) do
      hang()
      for column = 1, cell.col_span do
        local blocks = column == 1 and cell.contents or {}
        line[at] = blocks
        if cell.row_span > 1 then hanging[at] = { blocks = blocks, left = cell.row_span - 1 } end
        at = at + 1
      end
    end
    hang()
    width = math.max(width, at - 1)
    result:insert(line)
  end
  -- Rows may be longer than the columns that the table states, or shorter.
  for _, line in ipairs(result) do
    for column = #line + 1, width do line[column] = {} end
  end
  return result, width
end

local function is_empty(block)
  return pandoc.utils.stringify(block) == ""
end

-- A table can't stand inside a cell: its rows are said one after the other.
local function row_by_row(blocks)
  local result = pandoc.List()
  for _, block in ipairs(blocks) do
    if block.t == "Table" then
      local inner = pandoc.utils.to_simple_table(block)
      local rows = pandoc.List({ inner.header })
      rows:extend(inner.rows)
      for _, row in ipairs(rows) do
        local words = pandoc.List()
        for _, cell in ipairs(row) do
          local said = pandoc.utils.stringify(cell)
          if said ~= "" then words:insert(said) end
        end
        if #words > 0 then result:insert(pandoc.Plain(pandoc.Str(table.concat(words, " · ") .. ";"))) end
      end
    else
      result:insert(block)
    end
  end
  return result
end

local function plain_table(el)
  if is_empty(el) then return {} end
  local rows = pandoc.List(el.head.rows)
  for _, body in ipairs(el.bodies) do
    rows:extend(body.head)
    rows:extend(body.body)
  end
  rows:extend(el.foot.rows)
  local lines, width = grid(rows)
  if #lines == 0 then return {} end
  if width == 1 and #lines == 1 then return lines[1][1] end -- a frame round some paragraphs
  for _, line in ipairs(lines) do
    for column = 1, width do line[column] = row_by_row(line[column]) end
  end
  local aligns, widths = pandoc.List(), pandoc.List()
  for column = 1, width do
    aligns[column] = "AlignDefault"
    widths[column] = 0
  end
  local header = table.remove(lines, 1)
  local caption = pandoc.utils.blocks_to_inlines(el.caption.long or {})
  return pandoc.utils.from_simple_table(pandoc.SimpleTable(caption, aligns, widths, header, lines))
end

local function lines_of(value)
  local kind = pandoc.utils.type(value)
  if kind == "Inlines" then return pandoc.List({ pandoc.Para(value) }) end
  if kind == "Blocks" then return pandoc.List(value) end
  if kind == "List" then
    local all = pandoc.List()
    for _, one in ipairs(value) do all:extend(lines_of(one)) end
    return all
  end
  return pandoc.List()
end

local function titled(doc)
  local meta, top = doc.meta, pandoc.List()
  local first = doc.blocks:find_if(function(block) return block.t == "Header" end)
  local title = pandoc.utils.stringify(meta.title or "")
  if title ~= "" and not (first and pandoc.utils.stringify(first) == title) then
    top:insert(pandoc.Header(1, pandoc.utils.blocks_to_inlines(lines_of(meta.title))))
  end
  top:extend(lines_of(meta.subtitle))
  top:extend(lines_of(meta.author))
  if not meta.identifier then -- a book's date is that of its file
    top:extend(lines_of(meta.date))
    top:extend(lines_of(meta.abstract))
  end
  top:extend(doc.blocks)
  return pandoc.Pandoc(top)
end

return {
  { Pandoc = titled },
  {
    Table = plain_table,
    Image = function(el) return pandoc.Image(el.caption, "") end,
    Div = function(el) return el.content end,
    Span = function(el) return el.content end,
  },
  {
    Header = function(el) if is_empty(el) then return {} end end,
  },
}

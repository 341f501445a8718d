-- A library as its version made it: schema 5, with rows in every table.
CREATE TABLE sources (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    locations TEXT NOT NULL,
    include TEXT NOT NULL,
    exclude TEXT NOT NULL,
    language TEXT NOT NULL,
    licence TEXT NOT NULL,
    description TEXT NOT NULL,
    description_zh TEXT NOT NULL DEFAULT '',
    revision TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    depth INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    problems TEXT NOT NULL DEFAULT '[]',
    expected INTEGER NOT NULL DEFAULT 0,
    frozen_until TEXT NOT NULL DEFAULT '',
    removed_at TEXT
);
CREATE TABLE generations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    collection TEXT NOT NULL DEFAULT '',
    role INTEGER NOT NULL,
    label TEXT NOT NULL,
    model TEXT NOT NULL,
    digest TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    prefix_scheme TEXT NOT NULL,
    splitter TEXT NOT NULL,
    size INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    minimum INTEGER NOT NULL,
    converter TEXT NOT NULL DEFAULT '',
    made TEXT NOT NULL DEFAULT '',
    keeps INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, role)
);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generations (number) ON DELETE CASCADE,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified REAL NOT NULL,
    state TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    encoding TEXT NOT NULL,
    url TEXT NOT NULL,
    "commit" TEXT NOT NULL DEFAULT '',
    converter TEXT NOT NULL,
    markdown TEXT NOT NULL,
    reason TEXT,
    warnings TEXT NOT NULL,
    dropped INTEGER NOT NULL,
    dropped_characters INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    facts TEXT NOT NULL DEFAULT '{}',
    characters INTEGER NOT NULL DEFAULT 0,
    excluded INTEGER NOT NULL DEFAULT 0,
    UNIQUE (generation, path)
);
CREATE TABLE chunks (
    row INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    id TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    heading TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    text TEXT NOT NULL,
    language TEXT NOT NULL,
    UNIQUE (generation, id),
    UNIQUE (document, ordinal)
);
CREATE TABLE vectors (key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL);
CREATE TABLE speeds (
    work TEXT NOT NULL,
    kind TEXT NOT NULL,
    week INTEGER NOT NULL,
    amount REAL NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (work, kind, week)
);
INSERT INTO sources (position, id, title, kind, locations, include, exclude, language, licence, description, description_zh, revision, size, pages, depth, state, problems, removed_at, expected, frozen_until) VALUES
 (1, 'notes', '课堂 “Notes”', 'local', '["/home/wang/备课"]', '["**/*.md"]', '["draft/**"]', 'zh', 'MIT', 'What I teach', '我教的', '', 0, 0, 0, 'ready', '[]', NULL, 3, ''),
 (2, 'gone', 'Gone', 'github', '["https://github.com/a/b"]', '[]', '[]', 'en', '', '', '', 'v2.1', 31000000, 40, 3, 'partial', '[["a.md", "fetch", "empty", ""]]', '2026-03-01T08:00:00+00:00', 0, '2031-02-01');
INSERT INTO generations (number, source, collection, role, label, model, digest, dimension, prefix_scheme, splitter, size, overlap, minimum, converter, made, keeps) VALUES
 (3, 'notes', 's-notes-0123456789ab-g3', 1, 'builtin', 'universal', 'abc', 4, 'none', 'window', 800, 150, 50, '29', '2026-11-20T08:00:00+00:00', 0),
 (4, 'notes', 's-notes-0123456789ab-g4', 0, 'ollama:nomic-embed-text', 'nomic-embed-text', 'def', 2, 'nomic', 'window', 400, 50, 20, '', '', 0),
 (7, 'gone', 's-gone-0123456789ab-g7', 1, 'builtin', 'universal', 'abc', 4, 'none', 'window', 800, 150, 50, '29', '2026-11-20T08:00:00+00:00', 0);
INSERT INTO documents (id, generation, path, sha256, size, modified, state, title, language, encoding, url, "commit", converter, markdown, reason, warnings, dropped, dropped_characters, chunks, facts, characters, excluded) VALUES
 (11, 3, '第一课.md', 'aa', 120, 1767225600.25, 'ready', '第一课', 'zh', 'gb18030', '', '', '1', '第一课.md~00', NULL, '[]', 1, 12, 2, '{"date": "2024-05", "tags": ["光合作用"]}', 42, 1),
 (12, 3, 'empty.md', 'bb', 0, 1767225601.5, 'failed', '', '', '', '', '', '1', '', '["empty", ""]', '[]', 0, 0, 0, '{"date": "2024-05", "tags": ["光合作用"]}', 42, 1),
 (13, 7, 'README.md', 'cc', 90, 1767225602.0, 'ready', 'Read me', 'en', 'utf-8', 'https://example.org/r', '0f1e2d', '2', 'README.md~11', NULL, '[["short-pieces", "4"]]', 0, 0, 1, '{}', 9, 0);
INSERT INTO chunks (row, generation, id, document, ordinal, heading, start, "end", text, language) VALUES
 (1, 3, 'c1', 11, 0, '["第一课"]', 0, 20, '光合作用把光能变成化学能', 'zh'),
 (2, 3, 'c2', 11, 1, '["第一课", "练习"]', 18, 42, '叶绿体里发生什么?', 'zh'),
 (5, 7, 'c3', 13, 0, '[]', 0, 9, 'Read this', 'en');
INSERT INTO vectors (key, vector) VALUES
 (x'01', x'0000803f000000000000000000000000'),
 (x'02', x'00000000'),
 (x'', x'');
INSERT INTO speeds (work, kind, week, amount, seconds) VALUES
 ('convert', 'md', 2956, 48210.0, 0.5);
PRAGMA user_version = 5;

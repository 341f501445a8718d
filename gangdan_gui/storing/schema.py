"""The tables of `library.sqlite3`."""

from __future__ import annotations

SCHEMA_NUMBER = 6

SCHEMA = (
    # `position` is the order in which sources were added; lists are JSON.
    """
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
    )
    """,
    # AUTOINCREMENT: a number, and so the name of its collection, is never used twice.
    """
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
        form TEXT NOT NULL DEFAULT '',
        slots INTEGER NOT NULL DEFAULT 0,
        terms TEXT NOT NULL DEFAULT '',
        UNIQUE (source, role)
    )
    """,
    # `cuts` are those in all of its `chunks`: both together are the rows that the collection has of it.
    """
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
        cuts INTEGER NOT NULL DEFAULT 0,
        UNIQUE (generation, path)
    )
    """,
    """
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
        context TEXT NOT NULL DEFAULT '',
        cuts TEXT NOT NULL DEFAULT '',
        slot INTEGER NOT NULL DEFAULT -1,
        length INTEGER NOT NULL DEFAULT 0,
        UNIQUE (generation, id),
        UNIQUE (document, ordinal)
    )
    """,
    # All that a search by words needs of the chunks, without their texts.
    "CREATE INDEX chunks_by_slot ON chunks (generation, slot, document, ordinal, length, language)",
    # The index of words. A chunk's `slot` is its number in its generation, never used again there, −1 before it is in
    # the index; `length` counts its terms. `slots` and `counts` are arrays, as `posting_arrays` says; `segment` tells
    # apart what was written at different times. `generations.terms` names how texts were taken apart into terms.
    """
    CREATE TABLE postings (
        generation INTEGER NOT NULL REFERENCES generations (number) ON DELETE CASCADE,
        term TEXT NOT NULL,
        segment INTEGER NOT NULL,
        slots BLOB NOT NULL,
        counts BLOB NOT NULL,
        UNIQUE (generation, term, segment)
    )
    """,
    # The words of a generation with their vectors by the built-in embedder of that `digest`, for other languages.
    """
    CREATE TABLE vocabularies (
        generation INTEGER PRIMARY KEY REFERENCES generations (number) ON DELETE CASCADE,
        digest TEXT NOT NULL,
        words BLOB NOT NULL,
        vectors BLOB NOT NULL
    )
    """,
    # What tells whether a generation holds the answer to a question, in JSON.
    """
    CREATE TABLE calibrations (
        generation INTEGER PRIMARY KEY REFERENCES generations (number) ON DELETE CASCADE,
        facts TEXT NOT NULL
    )
    """,
    "CREATE TABLE vectors (key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL)",
    # How much of what kind of work was done here in how many seconds in which week, to forecast by.
    """
    CREATE TABLE speeds (
        work TEXT NOT NULL,
        kind TEXT NOT NULL,
        week INTEGER NOT NULL,
        amount REAL NOT NULL,
        seconds REAL NOT NULL,
        PRIMARY KEY (work, kind, week)
    )
    """,
)

# What makes a library of the number before into one of this number, as one transaction.
MIGRATIONS: dict[int, tuple[str, ...]] = {
    2: (
        "ALTER TABLE sources ADD COLUMN description_zh TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sources ADD COLUMN revision TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sources ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
        """ALTER TABLE documents ADD COLUMN "commit" TEXT NOT NULL DEFAULT ''""",
    ),
    3: (
        "ALTER TABLE sources ADD COLUMN pages INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE sources ADD COLUMN depth INTEGER NOT NULL DEFAULT 0",
    ),
    4: (
        "ALTER TABLE documents ADD COLUMN facts TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE documents ADD COLUMN characters INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0",
    ),
    5: (
        "ALTER TABLE sources ADD COLUMN expected INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE sources ADD COLUMN frozen_until TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE generations RENAME COLUMN live TO role",
        "ALTER TABLE generations ADD COLUMN converter TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE generations ADD COLUMN made TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE generations ADD COLUMN keeps INTEGER NOT NULL DEFAULT 0",
        """
        CREATE TABLE speeds (
            work TEXT NOT NULL,
            kind TEXT NOT NULL,
            week INTEGER NOT NULL,
            amount REAL NOT NULL,
            seconds REAL NOT NULL,
            PRIMARY KEY (work, kind, week)
        )
        """,
    ),
    6: (
        "ALTER TABLE generations ADD COLUMN form TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE generations ADD COLUMN slots INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE generations ADD COLUMN terms TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN cuts INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE chunks ADD COLUMN context TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE chunks ADD COLUMN cuts TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE chunks ADD COLUMN slot INTEGER NOT NULL DEFAULT -1",
        "ALTER TABLE chunks ADD COLUMN length INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX chunks_by_slot ON chunks (generation, slot, document, ordinal, length, language)",
        """
        CREATE TABLE postings (
            generation INTEGER NOT NULL REFERENCES generations (number) ON DELETE CASCADE,
            term TEXT NOT NULL,
            segment INTEGER NOT NULL,
            slots BLOB NOT NULL,
            counts BLOB NOT NULL,
            UNIQUE (generation, term, segment)
        )
        """,
        """
        CREATE TABLE vocabularies (
            generation INTEGER PRIMARY KEY REFERENCES generations (number) ON DELETE CASCADE,
            digest TEXT NOT NULL,
            words BLOB NOT NULL,
            vectors BLOB NOT NULL
        )
        """,
        """
        CREATE TABLE calibrations (
            generation INTEGER PRIMARY KEY REFERENCES generations (number) ON DELETE CASCADE,
            facts TEXT NOT NULL
        )
        """,
    ),
}

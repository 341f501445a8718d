<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About GangDan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GangDan {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your documents become a library that answers with its sources. Everything stays on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library: {folder}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddSourceDialog</name>
    <message>
        <source>Add source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not these files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Patterns such as **/*.md or drafts/**, with commas between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it searchable right away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerMessage</name>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching your sources…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the answer as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write this conversation to a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show 1 more passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {count} more passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer to: {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in your sources matches this question. Try other words, or tick more sources.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your sources do not seem to answer this. These are the nearest passages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your sources may not answer this. Check the passages before you rely on them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not complete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something unexpected happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program met an error it does not know. Your library is safe, and you can go on working. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it comes back, copy the lines below into a report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyLibrary</name>
    <message>
        <source>Add a folder of documents, and you can ask it questions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or drop a file or folder here. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FailureNotice</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message>
        <source>This source has no folder that could be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed “{title}”. Your own files were not touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln source(s). Your own files were not touched.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{title}” could not be built.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{title}” could not be built: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See its files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>GangDan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask your sources… (Ctrl+Enter sends, Enter starts a new line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask your sources… (Enter sends, Shift+Enter starts a new line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder or a file first: there is nothing to ask yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build a source first: none can be searched yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick at least one source on the left: none is chosen to be searched.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionBubble</name>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question: {question}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionScope</name>
    <message>
        <source>Do not search “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searched: {title}. Press to leave it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources to search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Files of “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only files with problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportModel</name>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{passages}; {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedder and passage lengths apply to sources that are not built yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsWords</name>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a question with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedder for new sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of a passage (characters)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap of passages (characters)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest passage (characters)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passages shown for a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter (Shift+Enter: new line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Enter (Enter: new line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built in (no network needed)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>not used in chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used in chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceWords</name>
    <message>
        <source>Waiting for its turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not built yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to search in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with problems</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files have changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Russian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Partly built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not be built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cutting into passages…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking files {done} / {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading files {done} / {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cutting into passages {done} / {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding {done} / {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving {done} / {total}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourcesPane</name>
    <message>
        <source>Build or update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build again from scratch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files and problems…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language, appearance, settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search sources…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No source has these words in its title or place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the selected sources, or all that need it, and make them searchable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop building; what is stored stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the files again and take in what changed (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files of this source and their problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it out of the library; your files stay where they are (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>Building %Ln source(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built-in embedder · works without a network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedder: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the library (Ctrl+1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the passages (Ctrl+2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About GangDan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>doctor</name>
    <message>
        <source>The library&apos;s folder can be written: {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library&apos;s folder can&apos;t be written: {path} ({why}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder with --home or GANGDAN_HOME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{free} GB are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only {free} GB are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room before you build: a thousand pages take about 30 MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of sources is in order ({count}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entries that can&apos;t be used: {count}. {file}, line {line}: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend that entry; the others are used as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents can be converted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents can&apos;t be converted: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedder “{embedder}” works ({dimension} numbers).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedder does not work: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sources} sources with {chunks} passages are whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These sources are damaged: {damaged}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“doctor --repair” builds them again from what is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not checked, because an earlier check failed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>There is no source “{source}” in this library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“sources list” shows the sources there are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{location}” is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path; if it is on a USB stick or a network drive, connect it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{location}” is in the library already, as “{title}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build that source to bring it up to date, or add it under another title.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to search yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a source and build it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a few words to look for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk size {size}, overlap {overlap} and minimum {minimum} do not work: {rule}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>800, 150 and 50 suit most documentation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be “{value}” ({file}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected: {expected}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no conversation “{conversation}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“conversations list” shows the conversations there are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{file}” can&apos;t be written: its ending names no format known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{what}” is not available in this version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend that entry; the others are used as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedder “{embedder}” can&apos;t be used: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the doctor to see what is missing, or install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedder “{embedder}” gave vectors that can&apos;t be used: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again; if it comes back, the text named in the report is the cause.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search index can&apos;t be read: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build the source again: its text and vectors are kept, so it takes moments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library is in use by {holder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close it first, or ask there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library was made by a newer version ({found}; known here: {known}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the newer version. Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{path}” can&apos;t be written: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the folder exists, has space and may be written to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part “{worker}” stopped by itself (code {code}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again: it is started anew. What was stored before is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part “{worker}” met an error: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again; if it comes back, report it with the log file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>the file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no text in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds binary data, not text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a document ({detail})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files of the kind {detail} are not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it could not be read: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it disappeared while it was being read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no document was found in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{detail}” is not there; what was built before is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{detail} characters stand in pieces too short to search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its text is too short to search ({detail} characters)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a passage could not be embedded: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the embedder can&apos;t be used: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the search index could not be written: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of the program failed on it: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it took too long to convert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the build was stopped: {detail} files are still to come</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

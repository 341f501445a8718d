<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About GangDan</source>
        <translation>关于 GangDan</translation>
    </message>
    <message>
        <source>GangDan {version}</source>
        <translation>GangDan {version}</translation>
    </message>
    <message>
        <source>Your documents become a library that answers with its sources. Everything stays on this computer.</source>
        <translation>您的文档会成为一个资料库，回答问题时给出出处。所有内容都留在这台电脑上。</translation>
    </message>
    <message>
        <source>Library: {folder}</source>
        <translation>资料库位置：{folder}</translation>
    </message>
</context>
<context>
    <name>AddSourceDialog</name>
    <message>
        <source>Add source</source>
        <translation>添加来源</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More choices</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation>文件或文件夹</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Only these files</source>
        <translation>只要这些文件</translation>
    </message>
    <message>
        <source>Not these files</source>
        <translation>不要这些文件</translation>
    </message>
    <message>
        <source>Patterns such as **/*.md or drafts/**, with commas between them.</source>
        <translation>填写通配符，例如 **/*.md 或 drafts/**，用逗号隔开。</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Make it searchable right away</source>
        <translation>添加后立即构建</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>AnswerMessage</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Searching your sources…</source>
        <translation>正在查找资料…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>This answer is not complete: {reason}</source>
        <translation>这个回答不完整：{reason}</translation>
    </message>
    <message>
        <source>Copy the answer as Markdown</source>
        <translation>以 Markdown 格式复制回答</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write this conversation to a file</source>
        <translation>把这次对话存成文件</translation>
    </message>
    <message>
        <source>Show 1 more passage</source>
        <translation>再显示 1 段</translation>
    </message>
    <message>
        <source>Show {count} more passages</source>
        <translation>再显示 {count} 段</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answer to: {question}</source>
        <translation>回答：{question}</translation>
    </message>
    <message>
        <source>Loading the model… The first time this takes a while.</source>
        <translation>正在载入模型……第一次会慢一些。</translation>
    </message>
    <message>
        <source>The model is reading the passages…</source>
        <translation>模型正在阅读这些段落……</translation>
    </message>
    <message>
        <source>The model is thinking…</source>
        <translation>模型正在思考……</translation>
    </message>
    <message>
        <source>Nothing in your sources matches this question. Try other words, or tick more sources.</source>
        <translation>资料中没有与这个问题相符的内容。请换一种说法，或多勾选几个来源。</translation>
    </message>
    <message>
        <source>Your sources do not seem to answer this. These are the nearest passages.</source>
        <translation>您的资料似乎没有回答这个问题，以下是最接近的段落。</translation>
    </message>
    <message>
        <source>Your sources may not answer this. Check the passages before you rely on them.</source>
        <translation>您的资料可能没有回答这个问题，使用前请核对段落。</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 段资料</translation>
    </message>
    <message>
        <source>{count} passages</source>
        <translation>{count} 段资料</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>not complete</source>
        <translation>不完整</translation>
    </message>
</context>
<context>
    <name>AskPresenter</name>
    <message>
        <source>Exported to “{file}”.</source>
        <translation>已导出到“{file}”。</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>relevance {score}</source>
        <translation>相关 {score}</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>Open document</source>
        <translation>打开文档</translation>
    </message>
    <message>
        <source>Copy passage</source>
        <translation>复制这一段</translation>
    </message>
</context>
<context>
    <name>ConversationColumn</name>
    <message>
        <source>Show earlier exchanges ({count})</source>
        <translation>显示更早的问答（{count}）</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ConversationPane</name>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ConversationStart</name>
    <message>
        <source>Ask what your documents say</source>
        <translation>问问您的资料怎么说</translation>
    </message>
    <message>
        <source>You get the passages that answer, each with its place. Nothing leaves this computer.</source>
        <translation>您会得到能回答问题的段落，每段都注明出处。内容不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>问这个问题</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something unexpected happened</source>
        <translation>发生了意外错误</translation>
    </message>
    <message>
        <source>The program met an error it does not know. Your library is safe, and you can go on working. </source>
        <translation>程序遇到了一个未知的错误。您的资料库没有受损，可以继续使用。</translation>
    </message>
    <message>
        <source>If it comes back, copy the lines below into a report.</source>
        <translation>如果再次出现，请复制下面的内容并反馈给我们。</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>错误详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>DocumentViewer</name>
    <message>
        <source>Show rendered text</source>
        <translation>显示排版后的文本</translation>
    </message>
    <message>
        <source>Show Markdown</source>
        <translation>显示 Markdown</translation>
    </message>
    <message>
        <source>Switch between the rendered text and its Markdown</source>
        <translation>在排版后的文本与 Markdown 之间切换</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Markdown of the document</source>
        <translation>文档的 Markdown</translation>
    </message>
</context>
<context>
    <name>EmptyLibrary</name>
    <message>
        <source>Add a folder of documents, and you can ask it questions.</source>
        <translation>添加一个文档文件夹，就可以向它提问了。</translation>
    </message>
    <message>
        <source>Or drop a file or folder here. Nothing leaves this computer.</source>
        <translation>也可以把文件或文件夹拖到这里。内容不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation>添加来源…</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export conversation</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>FailureNotice</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message>
        <source>This source has no folder that could be opened.</source>
        <translation>这个来源没有可以打开的文件夹。</translation>
    </message>
    <message>
        <source>Removed “{title}”. Your own files were not touched.</source>
        <translation>已移除“{title}”。您自己的文件没有改动。</translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln source(s). Your own files were not touched.</source>
        <translation>
            <numerusform>已移除 %Ln 个来源。您自己的文件没有改动。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Update it</source>
        <translation>更新它</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>“{title}” could not be built.</source>
        <translation>“{title}”构建失败。</translation>
    </message>
    <message>
        <source>“{title}” could not be built: {reason}.</source>
        <translation>“{title}”构建失败：{reason}。</translation>
    </message>
    <message>
        <source>See its files</source>
        <translation>查看文件</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address of {host} outside GangDan?</source>
        <translation>要在 GangDan 之外打开 {host} 的这个地址吗？</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>GangDan</source>
        <translation>GangDan</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Ask your sources…</source>
        <translation>向资料提问…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop answering</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Send the question</source>
        <translation>发送问题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Ask your sources… (Ctrl+Enter sends, Enter starts a new line)</source>
        <translation>向资料提问…（Ctrl+Enter 发送，Enter 换行）</translation>
    </message>
    <message>
        <source>Ask your sources… (Enter sends, Shift+Enter starts a new line)</source>
        <translation>向资料提问…（Enter 发送，Shift+Enter 换行）</translation>
    </message>
    <message>
        <source>Add a folder or a file first: there is nothing to ask yet.</source>
        <translation>请先添加文件夹或文件：现在还没有可以提问的资料。</translation>
    </message>
    <message>
        <source>Build a source first: none can be searched yet.</source>
        <translation>请先构建一个来源：现在还没有可以查找的内容。</translation>
    </message>
    <message>
        <source>Your documents are being made searchable. You can ask as soon as that is done.</source>
        <translation>正在整理您的资料，完成后就可以提问。</translation>
    </message>
    <message>
        <source>Tick at least one source on the left: none is chosen to be searched.</source>
        <translation>请在左侧至少勾选一个来源：现在没有选中要查找的来源。</translation>
    </message>
    <message>
        <source>Too long to ask: {count} of at most {most} characters.</source>
        <translation>问题太长：{count} 字，最多 {most} 字。</translation>
    </message>
</context>
<context>
    <name>QuestionBubble</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Question: {question}</source>
        <translation>问题：{question}</translation>
    </message>
</context>
<context>
    <name>QuestionScope</name>
    <message>
        <source>Do not search “{title}”</source>
        <translation>不查找“{title}”</translation>
    </message>
    <message>
        <source>Searched: {title}. Press to leave it out.</source>
        <translation>正在查找：{title}。按下即可排除。</translation>
    </message>
    <message>
        <source>Sources to search</source>
        <translation>要查找的来源</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Files of “{title}”</source>
        <translation>“{title}”的文件</translation>
    </message>
    <message>
        <source>Only files with problems</source>
        <translation>只看有问题的文件</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
</context>
<context>
    <name>ReportModel</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>{passages}; {reason}</source>
        <translation>{passages}；{reason}</translation>
    </message>
    <message>
        <source>Left out: {reason}</source>
        <translation>已略过：{reason}</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已略过</translation>
    </message>
    <message>
        <source>Not read: {reason}</source>
        <translation>未读取：{reason}</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>未读取</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Embedder and passage lengths apply to sources that are not built yet.</source>
        <translation>嵌入模型和段落长度只对尚未构建的来源生效。</translation>
    </message>
</context>
<context>
    <name>SettingsWords</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Send a question with</source>
        <translation>发送方式</translation>
    </message>
    <message>
        <source>Embedder for new sources</source>
        <translation>新来源的嵌入模型</translation>
    </message>
    <message>
        <source>Ollama&apos;s model for new sources</source>
        <translation>新来源使用的 Ollama 嵌入模型</translation>
    </message>
    <message>
        <source>Length of a passage (characters)</source>
        <translation>每段长度（字）</translation>
    </message>
    <message>
        <source>Overlap of passages (characters)</source>
        <translation>相邻段重叠（字）</translation>
    </message>
    <message>
        <source>Shortest passage (characters)</source>
        <translation>最短的段（字）</translation>
    </message>
    <message>
        <source>Passages shown for a question</source>
        <translation>每次提问显示的段数</translation>
    </message>
    <message>
        <source>Address of Ollama (empty: this machine)</source>
        <translation>Ollama 地址（留空：本机）</translation>
    </message>
    <message>
        <source>Model that answers (empty: passages only)</source>
        <translation>回答模型（留空：只显示段落）</translation>
    </message>
    <message>
        <source>What the model reads at once (tokens)</source>
        <translation>模型一次阅读的长度（词元）</translation>
    </message>
    <message>
        <source>Freedom of the model (0–100)</source>
        <translation>模型的自由度（0–100）</translation>
    </message>
    <message>
        <source>Language of answers</source>
        <translation>回答语言</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Enter (Shift+Enter: new line)</source>
        <translation>Enter（Shift+Enter 换行）</translation>
    </message>
    <message>
        <source>Ctrl+Enter (Enter: new line)</source>
        <translation>Ctrl+Enter（Enter 换行）</translation>
    </message>
    <message>
        <source>As the question</source>
        <translation>与问题相同</translation>
    </message>
    <message>
        <source>Ollama where it runs, else built in</source>
        <translation>优先用 Ollama，否则用内置</translation>
    </message>
    <message>
        <source>Built in (no network needed)</source>
        <translation>内置（无需网络）</translation>
    </message>
</context>
<context>
    <name>SourceCards</name>
    <message>
        <source>What it rests on</source>
        <translation>引用的资料</translation>
    </message>
    <message>
        <source>The passages behind an answer appear here, each with the place it comes from.</source>
        <translation>回答所依据的段落会显示在这里，每段都注明出处。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>引用的资料</translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>not used in chat</source>
        <translation>提问时不查找</translation>
    </message>
    <message>
        <source>used in chat</source>
        <translation>提问时查找</translation>
    </message>
</context>
<context>
    <name>SourceWords</name>
    <message>
        <source>Waiting for its turn</source>
        <translation>排队等候</translation>
    </message>
    <message>
        <source>Not built yet</source>
        <translation>尚未构建</translation>
    </message>
    <message>
        <source>Nothing to search in it</source>
        <translation>没有可查找的内容</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with problems</source>
        <translation>
            <numerusform>%Ln 个文件有问题</numerusform>
        </translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>查看问题</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>尚未完成</translation>
    </message>
    <message>
        <source>Files have changed</source>
        <translation>文件有改动</translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s)</source>
        <translation>
            <numerusform>%Ln 个来源</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 篇</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln 段</numerusform>
        </translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄文</translation>
    </message>
    <message>
        <source>Being built</source>
        <translation>正在构建</translation>
    </message>
    <message>
        <source>Partly built</source>
        <translation>部分完成</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>已就绪</translation>
    </message>
    <message>
        <source>Could not be built</source>
        <translation>构建失败</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>不到 1 分钟</translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s)</source>
        <translation>
            <numerusform>还需约 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s)</source>
        <translation>
            <numerusform>还需约 %Ln 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>正在查找文件…</translation>
    </message>
    <message>
        <source>Reading files…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>Cutting into passages…</source>
        <translation>正在分段…</translation>
    </message>
    <message>
        <source>Embedding…</source>
        <translation>正在嵌入…</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Checking files {done} / {total}</source>
        <translation>正在检查文件 {done} / {total}</translation>
    </message>
    <message>
        <source>Reading files {done} / {total}</source>
        <translation>正在读取文件 {done} / {total}</translation>
    </message>
    <message>
        <source>Cutting into passages {done} / {total}</source>
        <translation>正在分段 {done} / {total}</translation>
    </message>
    <message>
        <source>Embedding {done} / {total}</source>
        <translation>正在嵌入 {done} / {total}</translation>
    </message>
    <message>
        <source>Saving {done} / {total}</source>
        <translation>正在保存 {done} / {total}</translation>
    </message>
</context>
<context>
    <name>SourcesPane</name>
    <message>
        <source>Build or update</source>
        <translation>构建或更新</translation>
    </message>
    <message>
        <source>Build again from scratch</source>
        <translation>全部重新构建</translation>
    </message>
    <message>
        <source>Files and problems…</source>
        <translation>文件与问题…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Remove from the library</source>
        <translation>从资料库移除</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Language, appearance, settings</source>
        <translation>语言、外观与设置</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Search sources…</source>
        <translation>搜索来源…</translation>
    </message>
    <message>
        <source>Search sources</source>
        <translation>搜索来源</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>No source has these words in its title or place.</source>
        <translation>没有名称或位置包含这些字的来源。</translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation>添加来源…</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>构建</translation>
    </message>
    <message>
        <source>Read the selected sources, or all that need it, and make them searchable</source>
        <translation>读取选中的来源（未选中时为所有需要构建的来源），使其可以查找</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop building; what is stored stays</source>
        <translation>停止构建，已保存的内容会保留</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Look at the files again and take in what changed (F5)</source>
        <translation>重新检查文件，收入有改动的内容（F5）</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>The files of this source and their problems</source>
        <translation>这个来源的文件及问题</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take it out of the library; your files stay where they are (Delete)</source>
        <translation>从资料库中移除，您的文件留在原处（Delete）</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>Building %Ln source(s)</source>
        <translation>
            <numerusform>正在构建 %Ln 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Built-in embedder · works without a network</source>
        <translation>内置嵌入模型 · 无需网络</translation>
    </message>
    <message>
        <source>Embedder: Ollama where it runs, else built in</source>
        <translation>嵌入模型：优先用 Ollama，否则用内置</translation>
    </message>
    <message>
        <source>Embedder: {name}</source>
        <translation>嵌入模型：{name}</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Show or hide the library (Ctrl+1)</source>
        <translation>显示或隐藏资料库（Ctrl+1）</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Show or hide the passages (Ctrl+2)</source>
        <translation>显示或隐藏引用的资料（Ctrl+2）</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>引用的资料</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>How to use GangDan</source>
        <translation>GangDan 使用说明</translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>Earlier conversations</source>
        <translation>以前的对话</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>About GangDan</source>
        <translation>关于 GangDan</translation>
    </message>
</context>
<context>
    <name>doctor</name>
    <message>
        <source>The library&apos;s folder can be written: {path}.</source>
        <translation>资料库文件夹可以写入：{path}。</translation>
    </message>
    <message>
        <source>The library&apos;s folder can&apos;t be written: {path} ({why}).</source>
        <translation>资料库文件夹无法写入：{path}（{why}）。</translation>
    </message>
    <message>
        <source>Choose another folder with --home or GANGDAN_HOME.</source>
        <translation>请用 --home 或 GANGDAN_HOME 另选一个文件夹。</translation>
    </message>
    <message>
        <source>{free} GB are free.</source>
        <translation>可用空间 {free} GB。</translation>
    </message>
    <message>
        <source>Only {free} GB are free.</source>
        <translation>可用空间只有 {free} GB。</translation>
    </message>
    <message>
        <source>Make room before you build: a thousand pages take about 30 MB.</source>
        <translation>构建前请先腾出空间：一千页大约占 30 MB。</translation>
    </message>
    <message>
        <source>The list of sources is in order ({count}).</source>
        <translation>来源列表正常（{count} 项）。</translation>
    </message>
    <message>
        <source>Entries that can&apos;t be used: {count}. {file}, line {line}: {what}.</source>
        <translation>有 {count} 项无法使用。{file} 第 {line} 行：{what}。</translation>
    </message>
    <message>
        <source>Mend that entry; the others are used as they are.</source>
        <translation>请修正这一项，其他各项照常使用。</translation>
    </message>
    <message>
        <source>Documents can be converted.</source>
        <translation>文档可以转换。</translation>
    </message>
    <message>
        <source>Documents can&apos;t be converted: {what}.</source>
        <translation>文档无法转换：{what}。</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>请重新安装本程序。</translation>
    </message>
    <message>
        <source>The embedder “{embedder}” works ({dimension} numbers).</source>
        <translation>嵌入模型“{embedder}”工作正常（{dimension} 维）。</translation>
    </message>
    <message>
        <source>The embedder does not work: {what}.</source>
        <translation>嵌入模型无法工作：{what}。</translation>
    </message>
    <message>
        <source>{sources} sources with {chunks} passages are whole.</source>
        <translation>{sources} 个来源共 {chunks} 段，完好无损。</translation>
    </message>
    <message>
        <source>These sources are damaged: {damaged}.</source>
        <translation>这些来源已损坏：{damaged}。</translation>
    </message>
    <message>
        <source>“doctor --repair” builds them again from what is kept.</source>
        <translation>“doctor --repair”会用保留的内容重新构建它们。</translation>
    </message>
    <message>
        <source>Not checked, because an earlier check failed.</source>
        <translation>前面的检查未通过，因此未检查。</translation>
    </message>
    <message>
        <source>The library&apos;s records can be read.</source>
        <translation>资料库的记录可以读取。</translation>
    </message>
    <message>
        <source>The library&apos;s records are damaged or were lost.</source>
        <translation>资料库的记录已损坏或丢失。</translation>
    </message>
    <message>
        <source>“doctor --repair” begins them anew and builds the sources again.</source>
        <translation>“doctor --repair”会重新建立记录并重建各个来源。</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>There is no source “{source}” in this library.</source>
        <translation>这个资料库里没有来源“{source}”。</translation>
    </message>
    <message>
        <source>“sources list” shows the sources there are.</source>
        <translation>“sources list”会列出现有的来源。</translation>
    </message>
    <message>
        <source>“{location}” is not there.</source>
        <translation>找不到“{location}”。</translation>
    </message>
    <message>
        <source>Check the path; if it is on a USB stick or a network drive, connect it first.</source>
        <translation>请检查路径；如果在 U 盘或网络驱动器上，请先连接。</translation>
    </message>
    <message>
        <source>“{location}” is in the library already, as “{title}”.</source>
        <translation>“{location}”已在资料库中，名称是“{title}”。</translation>
    </message>
    <message>
        <source>Build that source to bring it up to date, or add it under another title.</source>
        <translation>要更新它，请构建该来源；也可以换一个名称再添加。</translation>
    </message>
    <message>
        <source>There is nothing to search yet.</source>
        <translation>还没有可以查找的内容。</translation>
    </message>
    <message>
        <source>Add a source and build it first.</source>
        <translation>请先添加来源并构建。</translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation>问题是空的。</translation>
    </message>
    <message>
        <source>Type a few words to look for.</source>
        <translation>请输入几个要查找的词。</translation>
    </message>
    <message>
        <source>The question is too long for the model: {tokens} tokens, with room for {room}.</source>
        <translation>问题太长，模型读不下：共 {tokens} 个词元，只容得下 {room} 个。</translation>
    </message>
    <message>
        <source>Shorten it, or set a larger context in the settings.</source>
        <translation>请缩短问题，或在设置中调大模型一次阅读的长度。</translation>
    </message>
    <message>
        <source>Chunk size {size}, overlap {overlap} and minimum {minimum} do not work: {rule}.</source>
        <translation>段长 {size}、重叠 {overlap}、最短 {minimum} 不能这样搭配：{rule}。</translation>
    </message>
    <message>
        <source>800, 150 and 50 suit most documentation.</source>
        <translation>800、150、50 适合大多数文档。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be “{value}” ({file}).</source>
        <translation>“{name}”不能是“{value}”（{file}）。</translation>
    </message>
    <message>
        <source>Expected: {expected}.</source>
        <translation>应为：{expected}。</translation>
    </message>
    <message>
        <source>The settings can&apos;t be read ({file}): {value}.</source>
        <translation>无法读取设置（{file}）：{value}。</translation>
    </message>
    <message>
        <source>The standard ones are used; the file is set aside when a setting is changed.</source>
        <translation>现在使用默认设置；修改设置时，原文件会另外保存。</translation>
    </message>
    <message>
        <source>There is no conversation “{conversation}”.</source>
        <translation>没有对话“{conversation}”。</translation>
    </message>
    <message>
        <source>“conversations list” shows the conversations there are.</source>
        <translation>“conversations list”会列出现有的对话。</translation>
    </message>
    <message>
        <source>“{file}” can&apos;t be written: its ending names no format known here.</source>
        <translation>无法写入“{file}”：不认识这种扩展名。</translation>
    </message>
    <message>
        <source>Use one of: {known}.</source>
        <translation>请使用：{known}。</translation>
    </message>
    <message>
        <source>There is no display here to open a window on.</source>
        <translation>这里没有可以打开窗口的显示器。</translation>
    </message>
    <message>
        <source>Use the sub-commands (--help), or --self-test to see whether everything works.</source>
        <translation>请使用子命令（--help），或用 --self-test 检查各部分是否正常。</translation>
    </message>
    <message>
        <source>“{what}” is not available in this version.</source>
        <translation>这个版本没有“{what}”。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}</source>
        <translation>{file} 第 {line} 行：{what}</translation>
    </message>
    <message>
        <source>Mend that entry; the others are used as they are.</source>
        <translation>请修正这一项，其他各项照常使用。</translation>
    </message>
    <message>
        <source>The embedder “{embedder}” can&apos;t be used: {why}.</source>
        <translation>嵌入模型“{embedder}”无法使用：{why}。</translation>
    </message>
    <message>
        <source>Run the doctor to see what is missing, or install the program again.</source>
        <translation>请运行检查（doctor）查看缺少什么，或重新安装本程序。</translation>
    </message>
    <message>
        <source>The embedder “{embedder}” gave vectors that can&apos;t be used: {what}.</source>
        <translation>嵌入模型“{embedder}”给出的向量无法使用：{what}。</translation>
    </message>
    <message>
        <source>Try again; if it comes back, the text named in the report is the cause.</source>
        <translation>请重试；如果再次出现，原因在报告所指的文本中。</translation>
    </message>
    <message>
        <source>The search index can&apos;t be read: {what}.</source>
        <translation>无法读取查找索引：{what}。</translation>
    </message>
    <message>
        <source>Build the source again: its text and vectors are kept, so it takes moments.</source>
        <translation>请重新构建该来源：文本和向量都保留着，很快就能完成。</translation>
    </message>
    <message>
        <source>This library is in use by {holder}.</source>
        <translation>{holder} 正在使用这个资料库。</translation>
    </message>
    <message>
        <source>Close it first, or ask there.</source>
        <translation>请先关闭它，或在那里提问。</translation>
    </message>
    <message>
        <source>This library was made by a newer version ({found}; known here: {known}).</source>
        <translation>这个资料库由更新的版本创建（{found}；此处支持：{known}）。</translation>
    </message>
    <message>
        <source>Install the newer version. Nothing was changed.</source>
        <translation>请安装新版本。没有改动任何内容。</translation>
    </message>
    <message>
        <source>“{path}” can&apos;t be written: {why}.</source>
        <translation>无法写入“{path}”：{why}。</translation>
    </message>
    <message>
        <source>Check that the folder exists, has space and may be written to.</source>
        <translation>请确认文件夹存在、有剩余空间并且允许写入。</translation>
    </message>
    <message>
        <source>No Ollama server answers at {address}.</source>
        <translation>{address} 没有 Ollama 服务应答。</translation>
    </message>
    <message>
        <source>Start Ollama, or check its address in the settings.</source>
        <translation>请启动 Ollama，或在设置中检查它的地址。</translation>
    </message>
    <message>
        <source>The Ollama server at {address} did not reply within {seconds} seconds.</source>
        <translation>位于 {address} 的 Ollama 服务在 {seconds} 秒内没有回应。</translation>
    </message>
    <message>
        <source>Try again; if it comes back, start Ollama anew or choose a smaller model.</source>
        <translation>请重试；如果再次出现，请重启 Ollama，或换用较小的模型。</translation>
    </message>
    <message>
        <source>The connection to the Ollama server at {address} broke ({why}).</source>
        <translation>与 {address} 的 Ollama 服务的连接中断（{why}）。</translation>
    </message>
    <message>
        <source>A proxy is in the way to {address} ({found}).</source>
        <translation>到 {address} 的连接被代理挡住（{found}）。</translation>
    </message>
    <message>
        <source>Name this address in NO_PROXY, or check it in the settings.</source>
        <translation>请把这个地址写入 NO_PROXY，或在设置中检查它。</translation>
    </message>
    <message>
        <source>What answers at {address} is not an Ollama server ({found}).</source>
        <translation>在 {address} 应答的不是 Ollama 服务（{found}）。</translation>
    </message>
    <message>
        <source>Check Ollama&apos;s address in the settings.</source>
        <translation>请在设置中检查 Ollama 的地址。</translation>
    </message>
    <message>
        <source>Ollama does not have the model {model}.</source>
        <translation>Ollama 中没有模型 {model}。</translation>
    </message>
    <message>
        <source>Get it with “ollama pull {model}”, or choose another model.</source>
        <translation>请用“ollama pull {model}”下载，或选择其他模型。</translation>
    </message>
    <message>
        <source>Choose another model, or bring Ollama up to date.</source>
        <translation>请选择其他模型，或升级 Ollama。</translation>
    </message>
    <message>
        <source>The part “{worker}” stopped by itself (code {code}).</source>
        <translation>组件“{worker}”自行停止了（代码 {code}）。</translation>
    </message>
    <message>
        <source>Try again: it is started anew. What was stored before is kept.</source>
        <translation>请重试：它会重新启动，之前保存的内容都在。</translation>
    </message>
    <message>
        <source>The part “{worker}” met an error: {error}.</source>
        <translation>组件“{worker}”出错：{error}。</translation>
    </message>
    <message>
        <source>Try again; if it comes back, report it with the log file.</source>
        <translation>请重试；如果再次出现，请连同日志文件一起反馈。</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>另一个程序</translation>
    </message>
    <message>
        <source>It may have been removed; the list on the left shows what there is.</source>
        <translation>它可能已被移除；左边的列表里是现有的来源。</translation>
    </message>
    <message>
        <source>The menu at the top left lists the earlier conversations.</source>
        <translation>左上角的菜单里列有以前的对话。</translation>
    </message>
    <message>
        <source>Start the program again; if that does not help, install it again. Your library stays as it is.</source>
        <translation>请重新启动程序；如果仍然不行，请重新安装。资料库不会受影响。</translation>
    </message>
    <message>
        <source>Wait until that has ended or close it, then start GangDan again.</source>
        <translation>请等它结束或将它关闭，然后重新启动 GangDan。</translation>
    </message>
    <message>
        <source>The library&apos;s records can&apos;t be read: {what}.</source>
        <translation>资料库的记录无法读取：{what}。</translation>
    </message>
    <message>
        <source>“doctor --repair” begins them anew and builds the sources again.</source>
        <translation>“doctor --repair”会重新建立记录并重建各个来源。</translation>
    </message>
    <message>
        <source>Ollama reported an error: {why}.</source>
        <translation>Ollama 报告错误：{why}。</translation>
    </message>
    <message>
        <source>Your own documents are untouched. Close GangDan, move the file library.sqlite3 out of “{home}”, and start GangDan again: it begins new records.</source>
        <translation>您自己的文档没有改动。请关闭 GangDan，把文件 library.sqlite3 移出“{home}”，再启动 GangDan：它会重新建立记录。</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>This answer is incomplete.</source>
        <translation>这个回答不完整。</translation>
    </message>
    <message>
        <source>There is no answer to this in the sources.</source>
        <translation>来源里没有这个问题的答案。</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>face</name>
    <message>
        <source>Your own documents are untouched. Move the folder “{folder}” aside and start GangDan again: it makes a new library, and you can add your documents to it.</source>
        <translation>您自己的文档没有改动。请把文件夹“{folder}”移到别处，然后重新启动 GangDan：它会建立新的资料库，您可以重新添加文档。</translation>
    </message>
</context>
<context>
    <name>files</name>
    <message>
        <source>Folder:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>Kind of file:</source>
        <translation>文件类型：</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>there is no text in it</source>
        <translation>其中没有文字</translation>
    </message>
    <message>
        <source>it holds binary data, not text</source>
        <translation>内容是二进制数据，不是文本</translation>
    </message>
    <message>
        <source>its text encoding could not be told</source>
        <translation>无法判断文字编码</translation>
    </message>
    <message>
        <source>it is a web page under another name</source>
        <translation>它其实是一个网页，只是换了名字</translation>
    </message>
    <message>
        <source>it only points to a file that was not downloaded (Git LFS)</source>
        <translation>它只是一个指向未下载文件的指针（Git LFS）</translation>
    </message>
    <message>
        <source>the notebook is broken: {detail}</source>
        <translation>笔记本已损坏：{detail}</translation>
    </message>
    <message>
        <source>it could not be converted: {detail}</source>
        <translation>无法转换：{detail}</translation>
    </message>
    <message>
        <source>{detail} unreadable places were replaced by a mark</source>
        <translation>有 {detail} 处无法读取，已用记号代替</translation>
    </message>
    <message>
        <source>{detail} empty bytes were taken out</source>
        <translation>已去掉 {detail} 个空字节</translation>
    </message>
    <message>
        <source>it ends in the middle of a character; the file may be incomplete</source>
        <translation>末尾的字符不完整，文件可能有缺失</translation>
    </message>
    <message>
        <source>it is not a document ({detail})</source>
        <translation>不是文档（{detail}）</translation>
    </message>
    <message>
        <source>files of the kind {detail} are not read</source>
        <translation>不读取 {detail} 类型的文件</translation>
    </message>
    <message>
        <source>it could not be read: {detail}</source>
        <translation>无法读取：{detail}</translation>
    </message>
    <message>
        <source>it disappeared while it was being read</source>
        <translation>读取时文件消失了</translation>
    </message>
    <message>
        <source>it is a link that leaves the folder, to {detail}</source>
        <translation>它是指向文件夹之外的链接：{detail}</translation>
    </message>
    <message>
        <source>it is a link that leads round in a circle, to {detail}</source>
        <translation>它是循环链接：{detail}</translation>
    </message>
    <message>
        <source>it is a link to {detail}, which is not there</source>
        <translation>它是指向 {detail} 的链接，但目标不存在</translation>
    </message>
    <message>
        <source>no document was found in it</source>
        <translation>其中没有找到文档</translation>
    </message>
    <message>
        <source>{detail} characters stand in pieces too short to search</source>
        <translation>有 {detail} 个字所在的片段太短，无法查找</translation>
    </message>
    <message>
        <source>its text is too short to search ({detail} characters)</source>
        <translation>文字太短，无法查找（{detail} 字）</translation>
    </message>
    <message>
        <source>a passage could not be embedded: {detail}</source>
        <translation>有一段无法嵌入：{detail}</translation>
    </message>
    <message>
        <source>the embedder can&apos;t be used: {detail}</source>
        <translation>嵌入模型无法使用：{detail}</translation>
    </message>
    <message>
        <source>the search index could not be written: {detail}</source>
        <translation>无法写入查找索引：{detail}</translation>
    </message>
    <message>
        <source>a part of the program failed on it: {detail}</source>
        <translation>程序的一个组件处理它时失败：{detail}</translation>
    </message>
    <message>
        <source>it took too long to convert</source>
        <translation>转换用时过长</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>it became longer than there is room for</source>
        <translation>长度超出了可用空间</translation>
    </message>
    <message>
        <source>the model gave no answer</source>
        <translation>模型没有给出回答</translation>
    </message>
    <message>
        <source>the connection to Ollama broke</source>
        <translation>与 Ollama 的连接中断</translation>
    </message>
    <message>
        <source>Ollama said nothing for {detail} seconds</source>
        <translation>Ollama 已有 {detail} 秒没有输出</translation>
    </message>
    <message>
        <source>Ollama reported an error: {detail}</source>
        <translation>Ollama 报告错误：{detail}</translation>
    </message>
    <message>
        <source>a proxy was in the way: {detail}</source>
        <translation>被代理挡住：{detail}</translation>
    </message>
    <message>
        <source>what came was not from Ollama: {detail}</source>
        <translation>收到的内容不是来自 Ollama：{detail}</translation>
    </message>
    <message>
        <source>passages that did not fit into what the model reads: {detail}</source>
        <translation>超出模型能读的长度、未使用的段落：{detail} 个</translation>
    </message>
    <message>
        <source>passage {detail} was shortened to what the model reads</source>
        <translation>段落 {detail} 已缩短到模型能读的长度</translation>
    </message>
    <message>
        <source>earlier answers that did not fit into what it reads: {detail}</source>
        <translation>超出模型能读的长度、未使用的先前回答：{detail} 个</translation>
    </message>
    <message>
        <source>the model read only a part ({detail} tokens); a smaller context in the settings may help</source>
        <translation>模型只读了一部分（{detail} 个词元）；在设置中调小一次阅读的长度可能有帮助</translation>
    </message>
    <message>
        <source>the build was stopped: {detail} files are still to come</source>
        <translation>构建已停止：还有 {detail} 个文件没有处理</translation>
    </message>
    <message>
        <source>the size must be from 1 to 100,000</source>
        <translation>段长须在 1 到 100,000 之间</translation>
    </message>
    <message>
        <source>“{detail}” is not there; the library was left as it is</source>
        <translation>找不到“{detail}”，资料库里的内容没有改动</translation>
    </message>
    <message>
        <source>the overlap must be smaller than the size</source>
        <translation>重叠须小于段长</translation>
    </message>
    <message>
        <source>the minimum must not be larger than the size</source>
        <translation>最短长度不能大于段长</translation>
    </message>
    <message>
        <source>what was known of it was lost or damaged; build it again</source>
        <translation>它的记录已丢失或损坏；请重新构建</translation>
    </message>
</context>
<context>
    <name>window</name>
    <message>
        <source>How do I add my own documents?</source>
        <translation>怎样添加我自己的文档？</translation>
    </message>
    <message>
        <source>What does the number before a passage mean?</source>
        <translation>段落前面的编号是什么意思？</translation>
    </message>
    <message>
        <source>Does anything leave this computer?</source>
        <translation>会有内容离开这台电脑吗？</translation>
    </message>
</context>
</TS>

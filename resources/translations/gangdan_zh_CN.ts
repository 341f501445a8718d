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
    <message numerus="yes">
        <source>Add %Ln source(s)</source>
        <translation>
            <numerusform>添加 %Ln 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>Add source</source>
        <translation>添加来源</translation>
    </message>
    <message>
        <source>Where the source comes from</source>
        <translation>来源从哪里来</translation>
    </message>
    <message>
        <source>From the catalogue</source>
        <translation>从目录中挑选</translation>
    </message>
    <message>
        <source>Your own file, folder or address</source>
        <translation>自己的文件、文件夹或网址</translation>
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
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>This answer is not complete: {reason}</source>
        <translation>这个回答不完整：{reason}</translation>
    </message>
    <message>
        <source>Passages used:</source>
        <translation>参考的段落：</translation>
    </message>
    <message>
        <source>Copy the answer as Markdown</source>
        <translation>以 Markdown 格式复制回答</translation>
    </message>
    <message>
        <source>Keep in my notes</source>
        <translation>收进笔记</translation>
    </message>
    <message>
        <source>Keep this answer beside your sources, marked as written by a model</source>
        <translation>把这个回答收存在资料旁边，并标明由模型生成</translation>
    </message>
    <message>
        <source>Wrong answer?</source>
        <translation>回答不对？</translation>
    </message>
    <message>
        <source>See step by step where it may have gone wrong</source>
        <translation>逐步查看问题可能出在哪里</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write this answer or the conversation to a file</source>
        <translation>把这条回答或整段对话写入文件</translation>
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
        <source>Search without these filters</source>
        <translation>取消这些条件再查找</translation>
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
        <source>search {seconds}</source>
        <translation>查找 {seconds}</translation>
    </message>
    <message>
        <source>wait {seconds}</source>
        <translation>等待 {seconds}</translation>
    </message>
    <message>
        <source>write {seconds}</source>
        <translation>书写 {seconds}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>{total} ({stages})</source>
        <translation>{total}（{stages}）</translation>
    </message>
    <message>
        <source>See that Ollama runs and has its model, then ask again to search by meaning as well.</source>
        <translation>请确认 Ollama 已启动并且有所需的模型，再问一次就能同时按意思查找。</translation>
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
    <name>AnswerWords</name>
    <message>
        <source>The model read it, but does not cite it.</source>
        <translation>模型读到了它，但没有引用。</translation>
    </message>
    <message>
        <source>Given this passage alone, the model cites it: the ranking is at fault.</source>
        <translation>单独给出这一段时，模型就引用了它：问题出在排序。</translation>
    </message>
    <message>
        <source>The model read it, but cites it only when it is given alone.</source>
        <translation>模型读到了它，但只有单独给出时才引用。</translation>
    </message>
    <message>
        <source>Even given alone it is not cited: how it is cut, its text or the model is at fault.</source>
        <translation>即使单独给出也没有引用：问题出在切分、文字本身或模型。</translation>
    </message>
    <message>
        <source>Let more passages be shown, or see under “Compare…” what ranks it better.</source>
        <translation>多显示几个段落，或在“比较…”里看看哪种方式让它排得更靠前。</translation>
    </message>
    <message>
        <source>Let fewer passages be shown, or choose a larger model.</source>
        <translation>少显示几个段落，或换一个更大的模型。</translation>
    </message>
    <message>
        <source>Look at the passage, or see under “Compare…” what another way of cutting changes.</source>
        <translation>看看这一段，或在“比较…”里试试换一种切分方式。</translation>
    </message>
    <message>
        <source>{hits} of {given} answers of {model} cite the passage that is expected.</source>
        <translation>{model} 的 {given} 个回答中有 {hits} 个引用了应有的段落。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) were answered without it.</source>
        <translation>
            <numerusform>另有 %Ln 个问题，模型没有读到应有的段落。</numerusform>
        </translation>
    </message>
    <message>
        <source>What an answer does not cite is asked once more, with its passage alone. You can stop it.</source>
        <translation>没有引用的会单独给出该段落再问一遍。可以随时停止。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s); how long an answer takes is not known yet.</source>
        <translation>
            <numerusform>%Ln 个问题；还不知道每个回答要多久。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s), an answer takes {seconds} s: {time}.</source>
        <translation>
            <numerusform>%Ln 个问题，每个回答约 {seconds} 秒：共{time}。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AskingDialog</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>BackupPresenter</name>
    <message>
        <source>Back up</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Backup of GangDan</source>
        <translation>GangDan 备份</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Your library is being written into {file}…</source>
        <translation>正在把您的资料库写入 {file}…</translation>
    </message>
    <message>
        <source>{file} is being read and checked…</source>
        <translation>正在读取并检查 {file}…</translation>
    </message>
    <message>
        <source>Your library is in {file}. It was read again and is whole.</source>
        <translation>您的资料库已写入 {file}，并已重新读取核对，内容完整。</translation>
    </message>
    <message>
        <source>Downloads and indexes are not in it: they are made again from the rest, or brought again.</source>
        <translation>下载的文件和索引不在其中：它们可以由其余内容重新生成，或重新下载。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>This backup is whole. GangDan closes for a moment and opens again with it. What is in your library now is not deleted: it is moved into a folder beside it.</source>
        <translation>这份备份是完整的。GangDan 会关闭片刻，然后用它重新打开。您现在的资料库不会被删除，而是移到旁边的一个文件夹里。</translation>
    </message>
    <message>
        <source>Restore and restart</source>
        <translation>恢复并重新打开</translation>
    </message>
    <message>
        <source>Made on</source>
        <translation>制作日期</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>BridgedLine</name>
    <message>
        <source>Also searched in English for:</source>
        <translation>还用这些英文词查找：</translation>
    </message>
    <message>
        <source>Also searched in Chinese for:</source>
        <translation>还用这些中文词查找：</translation>
    </message>
    <message>
        <source>Also searched in other languages for:</source>
        <translation>还用这些其他语言的词查找：</translation>
    </message>
    <message>
        <source>Ask again without “{word}”</source>
        <translation>去掉“{word}”，重新提问</translation>
    </message>
    <message>
        <source>Searched for: {word}. Press to ask again without it.</source>
        <translation>查找用词：{word}。按下即去掉它，重新提问。</translation>
    </message>
</context>
<context>
    <name>BuildBar</name>
    <message>
        <source>Build anyway</source>
        <translation>马上继续</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stopping after this file. What is built can be asked.</source>
        <translation>做完这个文件就停止。已构建的部分可以提问。</translation>
    </message>
    <message>
        <source>Pausing; what is under way is finished first.</source>
        <translation>正在暂停，先做完手上的一步。</translation>
    </message>
    <message>
        <source>Building is paused. What is built so far can be asked.</source>
        <translation>构建已暂停。已构建的部分可以提问。</translation>
    </message>
    <message>
        <source>On battery: building waits until the computer is plugged in.</source>
        <translation>正在使用电池：接上电源后再继续构建。</translation>
    </message>
    <message>
        <source>Your question goes first; building goes on after the answer.</source>
        <translation>先回答您的问题，回答完再继续构建。</translation>
    </message>
    <message numerus="yes">
        <source>Building; %Ln more source(s) waiting.</source>
        <translation>
            <numerusform>正在构建，还有 %Ln 个来源在排队。</numerusform>
        </translation>
    </message>
    <message>
        <source>Building. You can go on asking meanwhile.</source>
        <translation>正在构建，这期间可以照常提问。</translation>
    </message>
    <message>
        <source>Everything will be built at {time}. Leave this window open and the computer switched on.</source>
        <translation>将在 {time} 构建全部来源。请不要关闭这个窗口，也不要关机。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Finish what is under way and begin nothing more until you go on</source>
        <translation>做完手上的一步就等着，直到您点“继续”</translation>
    </message>
    <message>
        <source>Stop after this file</source>
        <translation>做完这个文件后停止</translation>
    </message>
    <message>
        <source>Build the file to its end, and leave the rest for another time</source>
        <translation>把这个文件构建完，其余的留到以后</translation>
    </message>
    <message>
        <source>Do not build tonight</source>
        <translation>今晚不构建了</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>by words</source>
        <translation>按词语找到</translation>
    </message>
    <message>
        <source>relevance {score}</source>
        <translation>相关 {score}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Found by the words {words}</source>
        <translation>由词语“{words}”找到</translation>
    </message>
    <message>
        <source>Found by meaning and by the words {words}</source>
        <translation>由意思和词语“{words}”找到</translation>
    </message>
    <message>
        <source>Found by meaning</source>
        <translation>由意思找到</translation>
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
    <message>
        <source>Make this a test question…</source>
        <translation>设为测试问题…</translation>
    </message>
</context>
<context>
    <name>CatalogPage</name>
    <message>
        <source>Looking at what there is…</source>
        <translation>正在查看有哪些资料…</translation>
    </message>
    <message>
        <source>Nothing in this language has these words. Look in all languages.</source>
        <translation>这种语言的资料中没有符合这些词的，可以改为“所有语言”再找。</translation>
    </message>
    <message>
        <source>Nothing on offer has these words.</source>
        <translation>目录中没有符合这些词的资料。</translation>
    </message>
    <message>
        <source>Nothing is on offer in this version.</source>
        <translation>这个版本的目录是空的。</translation>
    </message>
    <message>
        <source>Search by subject, name or language…</source>
        <translation>按主题、名称或语言查找…</translation>
    </message>
    <message>
        <source>Search what is on offer</source>
        <translation>在目录中查找</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Sources on offer</source>
        <translation>目录中的资料</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>所有语言</translation>
    </message>
</context>
<context>
    <name>CatalogWords</name>
    <message>
        <source>licence not known</source>
        <translation>许可证不明</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>约 {size}</translation>
    </message>
    <message>
        <source>size not known</source>
        <translation>大小不明</translation>
    </message>
    <message>
        <source>In the library</source>
        <translation>已在资料库中</translation>
    </message>
    <message>
        <source>To be added: {source}</source>
        <translation>将添加：{source}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s) chosen</source>
        <translation>
            <numerusform>已选 %Ln 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>at least {size}</source>
        <translation>至少 {size}</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>in order</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>有问题</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>没有检查</translation>
    </message>
</context>
<context>
    <name>ChunkFacts</name>
    <message>
        <source>The text that was embedded</source>
        <translation>嵌入时的文字</translation>
    </message>
    <message>
        <source>Characters {start} to {end}</source>
        <translation>第 {start} 到 {end} 个字符</translation>
    </message>
    <message>
        <source>id {id}</source>
        <translation>编号 {id}</translation>
    </message>
    <message>
        <source>Left out: no question finds it</source>
        <translation>已排除：提问时不会找到它</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>收起详情</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Hide that text</source>
        <translation>收起这段文字</translation>
    </message>
    <message>
        <source>Text it is found by…</source>
        <translation>用来查找的文字…</translation>
    </message>
    <message>
        <source>Found by its words only; build the source again to have it found by its meaning too</source>
        <translation>只能按词语找到；重新构建这个来源后，也能按意思找到</translation>
    </message>
    <message>
        <source>Found by its words and by the meaning of each of its {count} parts</source>
        <translation>能按词语找到，也能按 {count} 个部分各自的意思找到</translation>
    </message>
    <message>
        <source>Found by its words and by its meaning</source>
        <translation>能按词语找到，也能按意思找到</translation>
    </message>
    <message>
        <source>Vector by {model}</source>
        <translation>由 {model} 处理</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>结果已保存</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>结果没有保存</translation>
    </message>
    <message>
        <source>in the collection</source>
        <translation>可以按意思查找</translation>
    </message>
    <message>
        <source>missing in the collection</source>
        <translation>暂时不能按意思查找</translation>
    </message>
    <message>
        <source>embedded in {count} parts</source>
        <translation>分 {count} 部分嵌入</translation>
    </message>
    <message>
        <source>embedded as it is shown</source>
        <translation>嵌入的文字与显示的相同</translation>
    </message>
</context>
<context>
    <name>ChunkPane</name>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln 段</numerusform>
        </translation>
    </message>
    <message>
        <source>No passages</source>
        <translation>没有段落</translation>
    </message>
    <message>
        <source>Passage {number} of {count}</source>
        <translation>第 {number} 段（共 {count} 段）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln 字</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shared with the one before</source>
        <translation>
            <numerusform>与上一段重合 %Ln 字</numerusform>
        </translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Why was this not found?</source>
        <translation>为什么没有找到这一段？</translation>
    </message>
    <message>
        <source>See step by step what the last question did with this passage</source>
        <translation>逐步查看上一个问题是怎样处理这一段的</translation>
    </message>
    <message>
        <source>Passages of the document</source>
        <translation>文档的段落</translation>
    </message>
    <message>
        <source>Passage before</source>
        <translation>上一段</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>下一段</translation>
    </message>
</context>
<context>
    <name>ChunkView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Take this passage in again</source>
        <translation>重新收入这一段</translation>
    </message>
    <message>
        <source>Leave this passage out</source>
        <translation>排除这一段</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>{way}: {chosen}</source>
        <translation>{way}：{chosen}</translation>
    </message>
    <message>
        <source>Reading the documents…</source>
        <translation>正在读取文档…</translation>
    </message>
    <message>
        <source>{way}: {done} of {total} questions are asked</source>
        <translation>{way}：已问 {done} / {total} 个问题</translation>
    </message>
    <message>
        <source>{way}: “{source}” is built aside, {done} of {total} passages</source>
        <translation>{way}：正在另外构建“{source}”，{done} / {total} 段</translation>
    </message>
    <message>
        <source>Compare two ways</source>
        <translation>比较两种方式</translation>
    </message>
    <message>
        <source>Which way finds more?</source>
        <translation>哪种方式找得更好？</translation>
    </message>
    <message>
        <source>Your test questions are asked in both ways. Your library stays as it is: what has to be built for this is built aside and is removed afterwards.</source>
        <translation>用两种方式把您的测试问题各问一遍。您的资料库保持不变：需要另外构建的内容放在别处，比较结束后自动删除。</translation>
    </message>
    <message>
        <source>First way</source>
        <translation>方式一</translation>
    </message>
    <message>
        <source>Second way</source>
        <translation>方式二</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Other ways…</source>
        <translation>换别的方式…</translation>
    </message>
</context>
<context>
    <name>CompareResult</name>
    <message>
        <source>What became of each question</source>
        <translation>每个问题的变化</translation>
    </message>
    <message>
        <source>First: {first} of {count} are answered as expected. Second: {second}.</source>
        <translation>方式一：{count} 个问题中有 {first} 个符合预期；方式二：{second} 个。</translation>
    </message>
    <message>
        <source>No question is answered otherwise.</source>
        <translation>所有问题的结果都一样。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) got worse.</source>
        <translation>
            <numerusform>有 %Ln 个问题变差。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) got better.</source>
        <translation>
            <numerusform>有 %Ln 个问题变好。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln question(s) only the place of the passage changed.</source>
        <translation>
            <numerusform>有 %Ln 个问题只是段落的名次变了。</numerusform>
        </translation>
    </message>
    <message>
        <source>First way:</source>
        <translation>第一种方式：</translation>
    </message>
    <message>
        <source>Second way:</source>
        <translation>第二种方式：</translation>
    </message>
    <message>
        <source>So it can&apos;t be said which way finds more; compare again when all is there.</source>
        <translation>因此无法判断哪种方式找到的更多；等条件齐备后请再比较一次。</translation>
    </message>
    <message>
        <source>got worse</source>
        <translation>变差</translation>
    </message>
    <message>
        <source>got better</source>
        <translation>变好</translation>
    </message>
    <message>
        <source>Open the passage</source>
        <translation>打开段落</translation>
    </message>
    <message>
        <source>{rank}, both times</source>
        <translation>两次都是{rank}</translation>
    </message>
</context>
<context>
    <name>ConflictBar</name>
    <message>
        <source>The original has changed since you corrected it. Your text still answers.</source>
        <translation>您修正之后，原文件又有了改动。目前仍以您的文字作答。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take the new one</source>
        <translation>采用新的</translation>
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
    <name>CorrectionCompare</name>
    <message>
        <source>Your text and the new one</source>
        <translation>您的文字与新的文字</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>您的文字</translation>
    </message>
    <message>
        <source>What the file gives now</source>
        <translation>文件现在的文字</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take the new one</source>
        <translation>采用新的</translation>
    </message>
</context>
<context>
    <name>CorrectionFacts</name>
    <message>
        <source>About this document</source>
        <translation>文档信息</translation>
    </message>
    <message>
        <source>Write the date as 2024-05-17, 2024-05 or 2024.</source>
        <translation>日期请写成 2024-05-17、2024-05 或 2024。</translation>
    </message>
    <message>
        <source>A DOI begins with “10.” and has a slash in it, like 10.1000/182.</source>
        <translation>DOI 以“10.”开头，中间有斜杠，例如 10.1000/182。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Several are parted by semicolons.</source>
        <translation>多个作者用分号隔开。</translation>
    </message>
    <message>
        <source>Date (like 2024-05-17)</source>
        <translation>日期（如 2024-05-17）</translation>
    </message>
    <message>
        <source>A day, a month or a year.</source>
        <translation>可以是某日、某月或某年。</translation>
    </message>
    <message>
        <source>Journal or publisher</source>
        <translation>期刊或出版社</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Several are parted by commas.</source>
        <translation>多个标签用逗号隔开。</translation>
    </message>
    <message>
        <source>Leave a field empty to keep what the document says. Your file is not changed.</source>
        <translation>留空则沿用文档自己的信息。您的文件不会被改动。</translation>
    </message>
</context>
<context>
    <name>CorrectionLeave</name>
    <message>
        <source>Save what you have changed in the text?</source>
        <translation>要保存您对文字的改动吗？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Throw away</source>
        <translation>放弃改动</translation>
    </message>
    <message>
        <source>Go on editing</source>
        <translation>继续编辑</translation>
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
    <name>CutCompare</name>
    <message>
        <source>Two ways of cutting</source>
        <translation>对照两种切分方式</translation>
    </message>
    <message>
        <source>On your test questions…</source>
        <translation>用测试问题比较…</translation>
    </message>
</context>
<context>
    <name>CutSide</name>
    <message>
        <source>Cutting…</source>
        <translation>正在切分…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s) in none</source>
        <translation>
            <numerusform>%Ln 个字符不在任何段落里</numerusform>
        </translation>
    </message>
    <message>
        <source>No passages</source>
        <translation>没有段落</translation>
    </message>
    <message>
        <source>Characters in a passage</source>
        <translation>每段的字数</translation>
    </message>
    <message>
        <source>Shared with the one before</source>
        <translation>与前一段重叠</translation>
    </message>
    <message>
        <source>Cut into passages</source>
        <translation>怎样切分</translation>
    </message>
    <message>
        <source>The text and its passages</source>
        <translation>原文和切成的段落</translation>
    </message>
</context>
<context>
    <name>DoctorDialog</name>
    <message>
        <source>Check-up</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>What works here, and what does not</source>
        <translation>哪些正常，哪些不正常</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>再检查一次</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Repairing from what is kept; your own documents are not touched.</source>
        <translation>正在用保留的内容修复；您自己的文档不会改动。</translation>
    </message>
    <message>
        <source>Checking… A model that has to be loaded first may take a minute.</source>
        <translation>正在检查……模型如果要先加载，可能需要一分钟。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s) need your attention.</source>
        <translation>
            <numerusform>有 %Ln 处需要您处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything that is needed here works.</source>
        <translation>需要用到的都正常。</translation>
    </message>
</context>
<context>
    <name>DocumentActions</name>
    <message>
        <source>Ask this document</source>
        <translation>只问这篇文档</translation>
    </message>
    <message>
        <source>Ask the next questions of this document only</source>
        <translation>接下来的问题只在这篇文档里查找</translation>
    </message>
    <message>
        <source>Correct…</source>
        <translation>修正…</translation>
    </message>
    <message>
        <source>Put the text right; the original file is not changed</source>
        <translation>修正文字；原文件不会被改动</translation>
    </message>
    <message>
        <source>Facts…</source>
        <translation>信息…</translation>
    </message>
    <message>
        <source>Title, authors, date, tags</source>
        <translation>标题、作者、日期、标签</translation>
    </message>
    <message>
        <source>Back to the converted text</source>
        <translation>恢复转换得到的文字</translation>
    </message>
    <message>
        <source>Take it in again</source>
        <translation>重新收入</translation>
    </message>
    <message>
        <source>Leave this document out</source>
        <translation>排除这篇文档</translation>
    </message>
    <message>
        <source>Whether the document is searched; the file itself stays</source>
        <translation>是否在查找时使用这篇文档；文件本身保留</translation>
    </message>
    <message>
        <source>Being brought up to date…</source>
        <translation>正在更新…</translation>
    </message>
    <message>
        <source>Corrected by you</source>
        <translation>您修正过</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已排除</translation>
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
</context>
<context>
    <name>EditBar</name>
    <message>
        <source>Your text will answer in the place of the converted one. The original file is not changed.</source>
        <translation>保存后，将以您的文字代替转换得到的文字作答。原文件不会被改动。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>退出编辑</translation>
    </message>
</context>
<context>
    <name>EmptyLibrary</name>
    <message>
        <source>Add documents of your own, or some from the catalogue, and ask them questions.</source>
        <translation>添加自己的文档，或从目录中挑选资料，就可以向它们提问。</translation>
    </message>
    <message>
        <source>Or drop a file, a folder or an address here. Your documents stay on this computer.</source>
        <translation>也可以把文件、文件夹或网址拖到这里。您的文档不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation>添加来源…</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word 文档 (*.docx)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON, for programs (*.json)</source>
        <translation>JSON，供程序使用 (*.json)</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ExportMenu</name>
    <message>
        <source>This answer…</source>
        <translation>这条回答…</translation>
    </message>
    <message>
        <source>Whole conversation…</source>
        <translation>整段对话…</translation>
    </message>
</context>
<context>
    <name>ExportPresenter</name>
    <message>
        <source>Exported to “{file}”.</source>
        <translation>已导出到“{file}”。</translation>
    </message>
</context>
<context>
    <name>FailureNotice</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>再问一次</translation>
    </message>
    <message>
        <source>Download {model}</source>
        <translation>下载 {model}</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>换一个模型…</translation>
    </message>
    <message>
        <source>How to start Ollama…</source>
        <translation>怎样启动 Ollama…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Show passages only</source>
        <translation>只看段落</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>First 5</source>
        <translation>前 5 段</translation>
    </message>
    <message>
        <source>First 10</source>
        <translation>前 10 段</translation>
    </message>
    <message>
        <source>MRR</source>
        <translation>MRR</translation>
    </message>
    <message>
        <source>nDCG</source>
        <translation>nDCG</translation>
    </message>
    <message>
        <source>Is read</source>
        <translation>读得到</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>How many questions there are of this kind</source>
        <translation>这一类有多少个问题</translation>
    </message>
    <message>
        <source>Share of what is expected that is among the first five passages</source>
        <translation>应该找到的内容有多少出现在前五段里</translation>
    </message>
    <message>
        <source>Share of what is expected that is among the first ten passages</source>
        <translation>应该找到的内容有多少出现在前十段里</translation>
    </message>
    <message>
        <source>How far up the first right passage is: 100 % is always first</source>
        <translation>第一个正确段落排得有多靠前：100 % 表示总在第一位</translation>
    </message>
    <message>
        <source>How well the order of ten passages fits what they are worth</source>
        <translation>前十段的顺序与它们的价值有多相符</translation>
    </message>
    <message>
        <source>Share of what is expected within what a model reads</source>
        <translation>应该找到的内容有多少在模型能读到的范围之内</translation>
    </message>
    <message>
        <source>Share of the chat model&apos;s answers that cite what is expected, of those that had it to read</source>
        <translation>读到应有段落的回答中，引用了它的比例</translation>
    </message>
</context>
<context>
    <name>ForecastPanel</name>
    <message>
        <source>Build now</source>
        <translation>现在构建</translation>
    </message>
    <message>
        <source>Tonight</source>
        <translation>今晚构建</translation>
    </message>
    <message>
        <source>Build everything at the time that the settings name</source>
        <translation>在设置里定好的时间构建全部来源</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ForecastWords</name>
    <message>
        <source>{sentence}.</source>
        <translation>{sentence}。</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>“{title}”</translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s)</source>
        <translation>
            <numerusform>%Ln 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>Building {what} takes {time}.</source>
        <translation>构建{what}需要{time}。</translation>
    </message>
    <message>
        <source>It takes about {size} of the disk, where {free} are free.</source>
        <translation>大约占用 {size} 磁盘空间，现在还有 {free}。</translation>
    </message>
    <message>
        <source>That is a guess: nothing of the kind was built on this computer yet.</source>
        <translation>这只是估计：这台电脑上还没有构建过同类的内容。</translation>
    </message>
</context>
<context>
    <name>FoundDialog</name>
    <message>
        <source>How this was found</source>
        <translation>这些段落是怎样找到的</translation>
    </message>
    <message>
        <source>Each piece of text with how well it fits: the upper bar by meaning, the lower one by words.</source>
        <translation>每一段与问题的相符程度：上面的横条是意思，下面的横条是词语。</translation>
    </message>
    <message>
        <source>Show figures</source>
        <translation>显示数字</translation>
    </message>
    <message>
        <source>Pieces of text that came near</source>
        <translation>与问题相近的段落</translation>
    </message>
</context>
<context>
    <name>FoundWords</name>
    <message>
        <source>Of {count} pieces of text that came near, {shown} are shown.</source>
        <translation>相近的文字共 {count} 段，显示了其中 {shown} 段。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Found by meaning ({rank} of {count}) and by the words {words}</source>
        <translation>由意思（{count} 段中第 {rank}）和词语“{words}”找到</translation>
    </message>
    <message>
        <source>Found by meaning ({rank} of {count})</source>
        <translation>由意思找到（{count} 段中第 {rank}）</translation>
    </message>
    <message>
        <source>Found by the translated question alone</source>
        <translation>只由译成另一种语言的问题找到</translation>
    </message>
    <message>
        <source>Found by the words {words} alone</source>
        <translation>只由词语“{words}”找到</translation>
    </message>
    <message>
        <source>{found}; the reranker put it at {rank}</source>
        <translation>{found}；重排模型把它排在第 {rank}</translation>
    </message>
    <message>
        <source>shown in passage {number}</source>
        <translation>见段落 {number}</translation>
    </message>
    <message>
        <source>in passage {number}, shortened for the model</source>
        <translation>在段落 {number} 中，模型只读了一部分</translation>
    </message>
    <message>
        <source>in passage {number}, no room in the model</source>
        <translation>在段落 {number} 中，模型没能读到</translation>
    </message>
    <message>
        <source>same text as passage {number}</source>
        <translation>与段落 {number} 文字相同</translation>
    </message>
    <message>
        <source>same text as another</source>
        <translation>与另一段文字相同</translation>
    </message>
    <message>
        <source>its text is in passage {number}</source>
        <translation>文字已在段落 {number} 中</translation>
    </message>
    <message>
        <source>its text is shown</source>
        <translation>文字已经显示</translation>
    </message>
    <message>
        <source>beyond the ceiling of the settings</source>
        <translation>超出设置的距离上限</translation>
    </message>
    <message>
        <source>others fit better</source>
        <translation>其他段落更相符</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>得分 {score}</translation>
    </message>
    <message>
        <source>distance {distance}</source>
        <translation>距离 {distance}</translation>
    </message>
    <message>
        <source>by words: {rank}, score {score}</source>
        <translation>词语：第 {rank}，得分 {score}</translation>
    </message>
    <message>
        <source>by the translation: {rank}</source>
        <translation>按译文：第 {rank}</translation>
    </message>
    <message>
        <source>reranked: {rank}, score {score}</source>
        <translation>重排：第 {rank} 名，得分 {score}</translation>
    </message>
    <message>
        <source>characters {start} to {end}</source>
        <translation>第 {start} 至 {end} 个字符</translation>
    </message>
    <message>
        <source>Seconds: {seconds}</source>
        <translation>用时（秒）：{seconds}</translation>
    </message>
    <message>
        <source>Whether the sources hold it: {figures}</source>
        <translation>资料是否有答案：{figures}</translation>
    </message>
    <message>
        <source>question to vector</source>
        <translation>问题转成向量</translation>
    </message>
    <message>
        <source>look up</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>rerank</source>
        <translation>重排</translation>
    </message>
    <message>
        <source>translate and look up</source>
        <translation>翻译并查找</translation>
    </message>
    <message>
        <source>judge</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>nearest by meaning</source>
        <translation>意思最接近</translation>
    </message>
    <message>
        <source>its lead</source>
        <translation>领先</translation>
    </message>
    <message>
        <source>most words</source>
        <translation>词语最多</translation>
    </message>
    <message>
        <source>words of the nearest</source>
        <translation>最接近一段的词语</translation>
    </message>
    <message>
        <source>what strange questions reach</source>
        <translation>无关问题能达到</translation>
    </message>
    <message>
        <source>score (0: undecided)</source>
        <translation>得分（0 为分界）</translation>
    </message>
    <message>
        <source>distance of the nearest</source>
        <translation>最近的距离</translation>
    </message>
    <message>
        <source>Your question was looked for by its meaning.</source>
        <translation>按意思查找了您的问题。</translation>
    </message>
    <message>
        <source>Your question was looked for by its meaning and by its words: {words}.</source>
        <translation>按意思和词语查找了您的问题，词语有：{words}。</translation>
    </message>
    <message>
        <source>Your question was looked for by its words: {words}.</source>
        <translation>按词语查找了您的问题：{words}。</translation>
    </message>
    <message>
        <source>“{name}” read the best {count} and put them into the order of how well they answer.</source>
        <translation>“{name}”读了最好的 {count} 段，并按它们回答得好不好排了顺序。</translation>
    </message>
    <message>
        <source>Found too, but without room in what the model reads: {count}.</source>
        <translation>另有 {count} 处也找到了，但模型一次读不下。</translation>
    </message>
    <message>
        <source>Documents in {language} were also looked through for: {words}.</source>
        <translation>在{language}文档里还查找了：{words}。</translation>
    </message>
    <message>
        <source>Documents in {language} were also asked “{text}”, as {model} translates it.</source>
        <translation>还用 {model} 的译文“{text}”查找了{language}文档。</translation>
    </message>
</context>
<context>
    <name>FreezeDialog</name>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Take nothing new into “{title}” before:</source>
        <translation>在哪一天之前，“{title}”不再收入新内容：</translation>
    </message>
    <message>
        <source>Until that day it answers as it does now, whatever becomes of its files. It is still mended where it is damaged, and you can end the freeze at any time.</source>
        <translation>在那一天之前，无论文件怎么变，它都按现在的内容回答；损坏了照常修复，您也可以随时解除冻结。</translation>
    </message>
    <message>
        <source>First day on which it may be updated again</source>
        <translation>可以重新更新的第一天</translation>
    </message>
</context>
<context>
    <name>GoingOn</name>
    <message numerus="yes">
        <source>%Ln source(s) were not built to the end.</source>
        <translation>
            <numerusform>有 %Ln 个来源没有构建完。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” was not built to the end.</source>
        <translation>“{title}”没有构建完。</translation>
    </message>
    <message>
        <source>Go on building</source>
        <translation>继续构建</translation>
    </message>
</context>
<context>
    <name>GoldenDialog</name>
    <message>
        <source>Have {model} answer them too</source>
        <translation>同时让 {model} 回答这些问题</translation>
    </message>
    <message>
        <source>Test questions</source>
        <translation>测试问题</translation>
    </message>
    <message>
        <source>Does your library find what it must?</source>
        <translation>资料库能找到该找到的内容吗？</translation>
    </message>
    <message>
        <source>Questions with the passages that answer them, asked without a chat model. Make one from a passage: right-click it, “Make this a test question…”.</source>
        <translation>每个问题都记着能回答它的段落，检验时不需要对话模型。要新建一个，请在段落上点右键，选“设为测试问题…”。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Check questions</source>
        <translation>检验问题</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Propose some</source>
        <translation>拟几个问题</translation>
    </message>
    <message>
        <source>Take in…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Give out…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>GoldenPresenter</name>
    <message>
        <source>The question is kept among your test questions.</source>
        <translation>已经加入测试问题。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>%Ln test question(s) got worse with this build.</source>
        <translation>
            <numerusform>这次构建之后，有 %Ln 个测试问题变差了。</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no questions in this file.</source>
        <translation>这个文件里没有问题。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) were taken in.</source>
        <translation>
            <numerusform>导入了 %Ln 个问题。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What %Ln of them expect(s) stands nowhere in your library now.</source>
        <translation>
            <numerusform>其中 %Ln 个问题应有的答案现在不在您的资料库里。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) were given out.</source>
        <translation>
            <numerusform>导出了 %Ln 个问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Test questions</source>
        <translation>测试问题</translation>
    </message>
    <message>
        <source>Take in</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Give out</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>GoldenWords</name>
    <message>
        <source>All questions</source>
        <translation>全部问题</translation>
    </message>
    <message>
        <source>Names the term</source>
        <translation>直接说出术语</translation>
    </message>
    <message>
        <source>In other words</source>
        <translation>换一种说法</translation>
    </message>
    <message>
        <source>In another language</source>
        <translation>用另一种语言问</translation>
    </message>
    <message>
        <source>Several parts</source>
        <translation>包含几部分</translation>
    </message>
    <message>
        <source>With a condition</source>
        <translation>带有条件</translation>
    </message>
    <message>
        <source>Not in the sources</source>
        <translation>资料里没有答案</translation>
    </message>
    <message>
        <source>What is expected is in a source that was not asked.</source>
        <translation>应当找到的内容在另一个来源里，这次没有查找那个来源。</translation>
    </message>
    <message>
        <source>What is expected is not in your sources any more.</source>
        <translation>应该找到的内容已经不在资料里了。</translation>
    </message>
    <message>
        <source>The passage is cut apart: no piece of text holds enough of it.</source>
        <translation>这段内容被切开了，没有一个片段包含足够多的部分。</translation>
    </message>
    <message>
        <source>Other passages come before it.</source>
        <translation>其他段落排在它前面。</translation>
    </message>
    <message>
        <source>It is farther from the question than your settings allow.</source>
        <translation>它与问题的距离超过了设置里允许的范围。</translation>
    </message>
    <message>
        <source>It was found, but your sources were judged to hold no answer.</source>
        <translation>找到了，但系统判断资料里没有答案。</translation>
    </message>
    <message>
        <source>It was found, but longer passages before it fill what a model reads.</source>
        <translation>找到了，但排在前面的长段落已经占满了模型能读的篇幅。</translation>
    </message>
    <message>
        <source>Nothing answers it, but your sources were judged to hold an answer.</source>
        <translation>资料里没有答案，系统却判断有。</translation>
    </message>
    <message>
        <source>Other passages come before it: it is number {rank}.</source>
        <translation>其他段落排在它前面，它排在第 {rank} 位。</translation>
    </message>
    <message>
        <source>“Check questions” here asks all sources.</source>
        <translation>在这里点“检验问题”，会查找全部来源。</translation>
    </message>
    <message>
        <source>Build the source again, or make the question anew.</source>
        <translation>请重新构建来源，或者重新设定这个问题。</translation>
    </message>
    <message>
        <source>“Rebuild…” the source in larger pieces, or by headings.</source>
        <translation>请用“重建…”把来源切得大一些，或者按标题切分。</translation>
    </message>
    <message>
        <source>Ask in the document&apos;s words, tick fewer sources, or “Rebuild…” by another model.</source>
        <translation>请用文档里的说法提问，少勾选几个来源，或者用“重建…”换一个模型。</translation>
    </message>
    <message>
        <source>Raise “Leave out passages farther than” in the settings.</source>
        <translation>在设置里把“不要比这更远的段落”调大。</translation>
    </message>
    <message>
        <source>“Rebuild…” the source in smaller pieces, or let the model read more.</source>
        <translation>请用“重建…”把来源切得小一些，或者让模型多读一些。</translation>
    </message>
    <message>
        <source>There are fewer than {count} of: {kinds}. A single one moves their figures a lot.</source>
        <translation>这些类型的问题不到 {count} 个：{kinds}。一个问题就会让它们的数字变化很大。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Asked with less than usual: {why}.</source>
        <translation>这次提问时缺少平常的条件：{why}。</translation>
    </message>
    <message>
        <source>Have the source built again, so that it is judged anew.</source>
        <translation>请重新构建来源，让系统重新校准判断。</translation>
    </message>
    <message>
        <source>Look at the passages before you trust such an answer.</source>
        <translation>采信这样的回答之前，请先看看段落。</translation>
    </message>
    <message>
        <source>number {rank}</source>
        <translation>第 {rank} 位</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>{good} of {count} are answered as expected</source>
        <translation>{count} 个问题中有 {good} 个按预期找到了答案</translation>
    </message>
    <message>
        <source>With fewer than {count} questions of a kind, a single one moves the figures a lot.</source>
        <translation>某一类的问题少于 {count} 个时，一个问题就会让数字变化很大。</translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message>
        <source>This source has no folder that could be opened.</source>
        <translation>这个来源没有可以打开的文件夹。</translation>
    </message>
    <message>
        <source>Removed “{title}”. What you wrote there is kept for {days} days.</source>
        <translation>已移除“{title}”。您写的内容会保留 {days} 天。</translation>
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
    <name>MirrorsField</name>
    <message>
        <source>What begins with …</source>
        <translation>以此开头的地址</translation>
    </message>
    <message>
        <source>is asked of … first</source>
        <translation>先改向此处下载</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Asks for one small file through each mirror and the proxy.</source>
        <translation>通过每个镜像和代理各请求一个小文件。</translation>
    </message>
    <message>
        <source>Whole repositories</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>Single files</source>
        <translation>单个文件</translation>
    </message>
    <message>
        <source>Which commit is the newest</source>
        <translation>查询最新提交</translation>
    </message>
    <message>
        <source>{kind}: {address}</source>
        <translation>{kind}：{address}</translation>
    </message>
    <message>
        <source>Another address…</source>
        <translation>其他地址…</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Passages only</source>
        <translation>只看段落</translation>
    </message>
    <message>
        <source>“{model}” answers. Choose another one here.</source>
        <translation>由“{model}”回答。点这里可以换一个。</translation>
    </message>
    <message>
        <source>Choose what answers.</source>
        <translation>选择由谁来回答。</translation>
    </message>
    <message>
        <source>What answers: {name}</source>
        <translation>由谁回答：{name}</translation>
    </message>
</context>
<context>
    <name>ModelField</name>
    <message>
        <source>Passages only</source>
        <translation>只看段落</translation>
    </message>
    <message>
        <source>{model} · about {size} to download</source>
        <translation>{model} · 需下载约 {size}</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download {model}</source>
        <translation>下载 {model}</translation>
    </message>
    <message>
        <source>Ollama does not have this model yet.</source>
        <translation>Ollama 还没有这个模型。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Made for English. For Chinese sources choose one of: {models}.</source>
        <translation>这个模型是为英文做的。中文资料请选用：{models}。</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>Passages only</source>
        <translation>只看段落</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>更多模型…</translation>
    </message>
    <message>
        <source>Asking Ollama…</source>
        <translation>正在询问 Ollama…</translation>
    </message>
    <message>
        <source>Ollama has no model that answers yet</source>
        <translation>Ollama 还没有能回答的模型</translation>
    </message>
</context>
<context>
    <name>ModelPresenter</name>
    <message>
        <source>{model} is there.</source>
        <translation>{model} 已下载好。</translation>
    </message>
</context>
<context>
    <name>NoteDialog</name>
    <message>
        <source>No text was copied. Files and folders are added as sources; pictures can&apos;t be kept here.</source>
        <translation>剪贴板里没有文字。文件和文件夹请作为来源添加；图片不能存进笔记。</translation>
    </message>
    <message>
        <source>Throw away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>This text is not kept yet. Press “Throw away” to close without keeping it.</source>
        <translation>这段文字还没有保存。按“丢弃”可不保存直接关闭。</translation>
    </message>
    <message>
        <source>Only the beginning is shown. All {count} characters are kept.</source>
        <translation>这里只显示开头，全部 {count} 个字符都会保存。</translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>修改笔记</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写笔记</translation>
    </message>
    <message>
        <source>Title (without one, the first line)</source>
        <translation>标题（不填就用第一行）</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Write or paste your text here. Markdown is understood.</source>
        <translation>在这里输入或粘贴文字，可以用 Markdown。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation>标签，用逗号隔开</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Notes are searched with your sources, and marked as yours where they are cited.</source>
        <translation>笔记会和资料一起被查找，被引用时会标明是您自己的。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>NotePresenter</name>
    <message>
        <source>My notes</source>
        <translation>我的笔记</translation>
    </message>
    <message>
        <source>Kept “{title}” in “{shelf}”.</source>
        <translation>已把“{title}”存入“{shelf}”。</translation>
    </message>
    <message>
        <source>Deleted “{title}”.</source>
        <translation>已删除“{title}”。</translation>
    </message>
    <message>
        <source>Kept answers</source>
        <translation>采纳的回答</translation>
    </message>
    <message>
        <source>Kept in “{shelf}”, marked as written by a model. It is searched only when you tick it.</source>
        <translation>已存入“{shelf}”，并标明由模型生成。只有勾选它，提问时才会查找。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
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
    <name>OllamaHelp</name>
    <message>
        <source>How to start Ollama</source>
        <translation>怎样启动 Ollama</translation>
    </message>
    <message>
        <source>Ollama is a program of its own that runs models on your computer.</source>
        <translation>Ollama 是一个独立的程序，在您自己的电脑上运行模型。</translation>
    </message>
    <message>
        <source>1. If it is not installed yet, get it from ollama.com/download.</source>
        <translation>1. 如果还没有安装，请从 ollama.com/download 下载安装。</translation>
    </message>
    <message>
        <source>3. Come back and press “Try again”. A model that is missing can be downloaded here.</source>
        <translation>3. 回到这里，点“重试”。缺少的模型可以就在这里下载。</translation>
    </message>
    <message>
        <source>Without Ollama the passages themselves are your answer.</source>
        <translation>没有 Ollama 时，找到的段落本身就是答案。</translation>
    </message>
    <message>
        <source>Open ollama.com…</source>
        <translation>打开 ollama.com…</translation>
    </message>
    <message>
        <source>2. Open “Ollama” from the Start menu. While it runs, its picture stands beside the clock.</source>
        <translation>2. 从“开始”菜单打开“Ollama”。它运行时，时钟旁边会有它的图标。</translation>
    </message>
    <message>
        <source>2. Open “Ollama” from Applications. While it runs, its picture stands in the menu bar.</source>
        <translation>2. 从“应用程序”打开“Ollama”。它运行时，菜单栏里会有它的图标。</translation>
    </message>
    <message>
        <source>2. Start it in a terminal: “ollama serve”, or “sudo systemctl start ollama” for the service.</source>
        <translation>2. 在终端里启动：“ollama serve”；装成服务的，用“sudo systemctl start ollama”。</translation>
    </message>
</context>
<context>
    <name>PackPresenter</name>
    <message>
        <source>Knowledge pack</source>
        <translation>资料包</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>分享</translation>
    </message>
    <message>
        <source>“{title}” is being written into a pack…</source>
        <translation>正在把“{title}”写成资料包…</translation>
    </message>
    <message>
        <source>Reading the pack…</source>
        <translation>正在读取资料包…</translation>
    </message>
    <message numerus="yes">
        <source>“{title}” is in {file} ({size}), %Ln document(s).</source>
        <translation>
            <numerusform>“{title}”已写入 {file}（{size}），共 %Ln 篇文档。</numerusform>
        </translation>
    </message>
    <message>
        <source>Whoever drags that file into GangDan has it at once, without a network.</source>
        <translation>别人把这个文件拖进 GangDan 就能马上使用，不需要网络。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>装入</translation>
    </message>
    <message>
        <source>“{title}” is being taken in…</source>
        <translation>正在装入“{title}”…</translation>
    </message>
    <message>
        <source>Your conversations stay when it is replaced.</source>
        <translation>替换后，您的对话仍会保留。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message numerus="yes">
        <source>“{title}” is in your library now, %Ln passage(s).</source>
        <translation>
            <numerusform>“{title}”已在您的资料库中，共 %Ln 个片段。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PackWords</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Made on</source>
        <translation>制作日期</translation>
    </message>
    <message>
        <source>State</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>制作所用模型</translation>
    </message>
    <message>
        <source>Used here</source>
        <translation>本机使用</translation>
    </message>
    <message>
        <source>This machine can&apos;t search it by meaning, only by words.</source>
        <translation>这台电脑不能按意思查找，只能按词语查找。</translation>
    </message>
    <message>
        <source>To search it by meaning, this machine needs the model {model}: get it with “ollama pull {model}”. Until then it is searched by words.</source>
        <translation>要按意思查找，这台电脑需要模型 {model}：请运行“ollama pull {model}”。在此之前按词语查找。</translation>
    </message>
</context>
<context>
    <name>PassageLengths</name>
    <message>
        <source>{shortest} to {longest} characters, {mean} on average</source>
        <translation>{shortest} 到 {longest} 字，平均 {mean} 字</translation>
    </message>
</context>
<context>
    <name>PreviewMarkdown</name>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Markdown of the document</source>
        <translation>文档的 Markdown</translation>
    </message>
    <message>
        <source>Markdown of the document, to be edited</source>
        <translation>文档的 Markdown（可编辑）</translation>
    </message>
</context>
<context>
    <name>PreviewOriginal</name>
    <message>
        <source>The original as text</source>
        <translation>原文件的文字</translation>
    </message>
    <message>
        <source>The original as pages</source>
        <translation>原文件的页面</translation>
    </message>
    <message>
        <source>Open it in its own program</source>
        <translation>用对应的程序打开</translation>
    </message>
    <message>
        <source>Fetching the original…</source>
        <translation>正在读取原文件…</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be shown here as it is.</source>
        <translation>这里无法直接显示“{name}”。</translation>
    </message>
    <message>
        <source>The reason: {why}.</source>
        <translation>原因：{why}。</translation>
    </message>
</context>
<context>
    <name>PreviewPages</name>
    <message numerus="yes">
        <source>of %Ln page(s)</source>
        <translation>
            <numerusform>/ %Ln 页</numerusform>
        </translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页码</translation>
    </message>
    <message>
        <source>Picture of the page</source>
        <translation>页面图像</translation>
    </message>
    <message>
        <source>Page before</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
</context>
<context>
    <name>PreviewPanes</name>
    <message>
        <source>Original</source>
        <translation>原文件</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Show or hide the file as it is</source>
        <translation>显示或隐藏原文件</translation>
    </message>
    <message>
        <source>Show or hide the text that was made of it</source>
        <translation>显示或隐藏转换得到的正文</translation>
    </message>
    <message>
        <source>Show or hide the passages that are searched</source>
        <translation>显示或隐藏用于查找的段落</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>对照切分…</translation>
    </message>
    <message>
        <source>See beside each other how two ways of cutting would cut this document</source>
        <translation>把两种切分方式对这篇文档的结果放在一起看</translation>
    </message>
</context>
<context>
    <name>PullLine</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>取消下载</translation>
    </message>
    <message>
        <source>Checking {model}…</source>
        <translation>正在检查 {model}…</translation>
    </message>
    <message>
        <source>Asking for {model}…</source>
        <translation>正在请求 {model}…</translation>
    </message>
    <message>
        <source>Downloading {model}: {done} of {total} · {percent} %</source>
        <translation>正在下载 {model}：{done} / {total} · {percent}%</translation>
    </message>
</context>
<context>
    <name>PullPresenter</name>
    <message>
        <source>Stopped. The next download goes on from there.</source>
        <translation>已停止。下次下载会接着来。</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Summarise this document</source>
        <translation>总结这篇文档</translation>
    </message>
    <message>
        <source>Summarise these documents</source>
        <translation>总结这些文档</translation>
    </message>
    <message>
        <source>Compare these documents</source>
        <translation>比较这些文档</translation>
    </message>
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
        <source>Add a source first: there is nothing to ask yet.</source>
        <translation>请先添加来源：现在还没有可以提问的资料。</translation>
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
    <name>QuestionDialog</name>
    <message>
        <source>New test question</source>
        <translation>新建测试问题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Mark the words that answer it; if you mark none, all of the passage does.</source>
        <translation>请选中能回答它的文字；不选就以整段为答案。</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>QuestionFilter</name>
    <message>
        <source>since {year}</source>
        <translation>{year} 年以来</translation>
    </message>
    <message>
        <source>until {year}</source>
        <translation>到 {year} 年为止</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>These documents have no tags</source>
        <translation>这些文档没有标签</translation>
    </message>
    <message>
        <source>{count} documents</source>
        <translation>{count} 篇文档</translation>
    </message>
    <message>
        <source>in Chinese</source>
        <translation>中文的</translation>
    </message>
    <message>
        <source>in English</source>
        <translation>英文的</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>in any language</source>
        <translation>不限语言</translation>
    </message>
    <message>
        <source>Kind of file</source>
        <translation>文件格式</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>截止</translation>
    </message>
    <message>
        <source>Until {year}</source>
        <translation>到 {year} 年为止</translation>
    </message>
    <message>
        <source>Until now</source>
        <translation>到现在</translation>
    </message>
    <message>
        <source>Since {year}</source>
        <translation>{year} 年以来</translation>
    </message>
    <message>
        <source>Of any date</source>
        <translation>不限日期</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Look only in documents of some years, tags, kinds, or in one language.</source>
        <translation>只在某些年份、标签、格式或某种语言的文档里查找。</translation>
    </message>
    <message>
        <source>Filter documents by date, tags, kind and language</source>
        <translation>按日期、标签、格式和语言筛选文档</translation>
    </message>
</context>
<context>
    <name>QuestionScope</name>
    <message>
        <source>Search without “{title}”</source>
        <translation>查找时去掉“{title}”</translation>
    </message>
    <message>
        <source>Filter: {title}. Press to take it away.</source>
        <translation>筛选条件：{title}。按一下去掉。</translation>
    </message>
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
    <name>QuestionsPage</name>
    <message numerus="yes">
        <source>%Ln question(s)</source>
        <translation>
            <numerusform>%Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in the documents suggests a question that is not asked yet.</source>
        <translation>文档里没有可以拟成问题、而现在还没有问到的内容。</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Pass over</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Open the passage</source>
        <translation>打开段落</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>RebuildDialog</name>
    <message>
        <source>Working out what it takes…</source>
        <translation>正在估算需要多少时间和空间…</translation>
    </message>
    <message>
        <source>What it takes can&apos;t be told now.</source>
        <translation>现在无法估算需要多少时间和空间。</translation>
    </message>
    <message>
        <source>Takes roughly: {cost}</source>
        <translation>粗略估计：{cost}</translation>
    </message>
    <message>
        <source>Takes about: {cost}</source>
        <translation>大约需要：{cost}</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>Rebuild “{title}”</source>
        <translation>重建“{title}”</translation>
    </message>
    <message>
        <source>What answers now goes on answering until the new state is whole.</source>
        <translation>新版本做好之前，一直由现在的版本回答。</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>Cut into passages</source>
        <translation>怎样切分</translation>
    </message>
    <message>
        <source>Characters in a passage</source>
        <translation>每个段落的字数</translation>
    </message>
    <message>
        <source>Shared with the one before</source>
        <translation>与前一段重叠的字数</translation>
    </message>
    <message>
        <source>Leave out shorter than</source>
        <translation>舍去短于此字数的段落</translation>
    </message>
    <message>
        <source>Keep what answers now, to return to it</source>
        <translation>保留现在的版本，以便恢复</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Files of “{title}”</source>
        <translation>“{title}”的文件</translation>
    </message>
    <message>
        <source>Build it with the built-in model instead</source>
        <translation>改用内置模型构建</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Ask these {count} documents</source>
        <translation>只问这 {count} 篇文档</translation>
    </message>
    <message>
        <source>Ask this document</source>
        <translation>只问这篇文档</translation>
    </message>
    <message>
        <source>Open and correct…</source>
        <translation>打开并修正…</translation>
    </message>
    <message>
        <source>Try failed files again</source>
        <translation>重试失败的文件</translation>
    </message>
    <message>
        <source>Read them once more, though they are as they were</source>
        <translation>文件没有改动也再读一次</translation>
    </message>
    <message>
        <source>Ask the next questions of the selected documents only</source>
        <translation>接下来的问题只在选中的文档里查找</translation>
    </message>
    <message>
        <source>Show the file beside what it became</source>
        <translation>对照查看原文件和转换结果</translation>
    </message>
    <message>
        <source>Open on the web…</source>
        <translation>在网上打开…</translation>
    </message>
    <message>
        <source>Change note…</source>
        <translation>修改笔记…</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>删除笔记</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>About the chosen file</source>
        <translation>所选文件的说明</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
</context>
<context>
    <name>ReportFilterRow</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>有问题</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已略过</translation>
    </message>
    <message>
        <source>Almost empty</source>
        <translation>几乎为空</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>修正过</translation>
    </message>
    <message>
        <source>Name or title</source>
        <translation>文件名或标题</translation>
    </message>
    <message>
        <source>Show only files whose name or title holds these words</source>
        <translation>只显示文件名或标题中有这些字的文件</translation>
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
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段数</translation>
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
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
</context>
<context>
    <name>ReportOpener</name>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Saved as “{file}”.</source>
        <translation>已保存为“{file}”。</translation>
    </message>
</context>
<context>
    <name>ReportWords</name>
    <message>
        <source>Read; {reason}</source>
        <translation>已读取；{reason}</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已读取</translation>
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
    <message>
        <source>{sentence}.</source>
        <translation>{sentence}。</translation>
    </message>
    <message>
        <source>Its text is the same as that of “{path}”.</source>
        <translation>它的文字与“{path}”相同。</translation>
    </message>
    <message>
        <source>You have corrected it.</source>
        <translation>您修正过它。</translation>
    </message>
    <message>
        <source>By {authors}.</source>
        <translation>作者：{authors}。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln read</source>
        <translation>
            <numerusform>已读取 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>已略过 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read</source>
        <translation>
            <numerusform>未读取 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Licence {licence}</source>
        <translation>许可证 {licence}</translation>
    </message>
    <message>
        <source>Commit {commit}</source>
        <translation>提交 {commit}</translation>
    </message>
    <message>
        <source>Read as {encodings}</source>
        <translation>编码 {encodings}</translation>
    </message>
</context>
<context>
    <name>RerankerField</name>
    <message>
        <source>Cross-encoders</source>
        <translation>交叉编码器</translation>
    </message>
    <message>
        <source>Choose a reranker</source>
        <translation>选择重排模型</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Choose a file as the reranker</source>
        <translation>选择一个文件作为重排模型</translation>
    </message>
    <message>
        <source>Choose a model of Ollama or a file that ends in .onnx.</source>
        <translation>请选择 Ollama 的模型，或以 .onnx 结尾的文件。</translation>
    </message>
    <message>
        <source>Ollama does not have this model yet.</source>
        <translation>Ollama 还没有这个模型。</translation>
    </message>
    <message>
        <source>The model&apos;s file tokenizer.json must lie in the same folder.</source>
        <translation>模型的 tokenizer.json 文件必须放在同一个文件夹里。</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Share of questions answered as expected, over time</source>
        <translation>按预期找到答案的问题所占比例的变化</translation>
    </message>
    <message>
        <source>What fails, and why</source>
        <translation>没有通过的问题和原因</translation>
    </message>
    <message>
        <source>Nothing was asked yet. “Check questions” asks them all; that takes some seconds.</source>
        <translation>还没有检验过。点“检验问题”会把它们全部问一遍，需要几秒钟。</translation>
    </message>
    <message>
        <source>There are no questions yet. “Propose some” makes a few from headings and definitions, to choose from.</source>
        <translation>还没有测试问题。点“拟几个问题”会根据标题和定义拟出一些，由您挑选。</translation>
    </message>
    <message>
        <source>This says nothing about other runs; check again when all is there.</source>
        <translation>这个结果不能与其他各次比较；等条件齐备后请再检查一次。</translation>
    </message>
    <message>
        <source>Something in the library is built with another model or cut in another way than at the run before.</source>
        <translation>与上次检验时相比，资料库里有些内容换了模型或切分方式，两次的数字不能直接比较。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) got worse since the run before.</source>
        <translation>
            <numerusform>有 %Ln 个问题比上次变差了。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) are new since the run before.</source>
        <translation>
            <numerusform>有 %Ln 个问题是上次之后新加的。</numerusform>
        </translation>
    </message>
    <message>
        <source>got worse</source>
        <translation>变差</translation>
    </message>
    <message>
        <source>Open the passage</source>
        <translation>打开段落</translation>
    </message>
</context>
<context>
    <name>RowWords</name>
    <message>
        <source>Changed on disk: {what}</source>
        <translation>文件有改动：{what}</translation>
    </message>
    <message>
        <source>used in chat</source>
        <translation>提问时查找</translation>
    </message>
    <message>
        <source>not used in chat</source>
        <translation>提问时不查找</translation>
    </message>
</context>
<context>
    <name>SelectionMenu</name>
    <message>
        <source>Build or update</source>
        <translation>构建或更新</translation>
    </message>
    <message>
        <source>Build again</source>
        <translation>重新构建</translation>
    </message>
    <message>
        <source>Remove from the library</source>
        <translation>从资料库移除</translation>
    </message>
    <message>
        <source>Try failed files again</source>
        <translation>重试失败的文件</translation>
    </message>
    <message>
        <source>Build next</source>
        <translation>接下来先构建它</translation>
    </message>
    <message>
        <source>Build earlier</source>
        <translation>往前移一位</translation>
    </message>
    <message>
        <source>Do not build now</source>
        <translation>先不构建</translation>
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
        <source>Open on the web…</source>
        <translation>在网上打开…</translation>
    </message>
    <message>
        <source>Share…</source>
        <translation>分享…</translation>
    </message>
    <message>
        <source>From scratch</source>
        <translation>从头重新构建</translation>
    </message>
    <message>
        <source>With: {model}</source>
        <translation>使用：{model}</translation>
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
    <message>
        <source>Fewer settings</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More settings…</source>
        <translation>更多设置…</translation>
    </message>
</context>
<context>
    <name>SettingsTrial</name>
    <message>
        <source>The address of the proxy is not one that can be used.</source>
        <translation>代理的地址无法使用。</translation>
    </message>
    <message>
        <source>being asked…</source>
        <translation>正在请求…</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>reached</source>
        <translation>可以使用</translation>
    </message>
    <message>
        <source>A download would work: {place} gave what was asked for.</source>
        <translation>可以下载：{place} 给出了所要的内容。</translation>
    </message>
    <message>
        <source>A download from GitHub would not work now: {why}.</source>
        <translation>现在无法从 GitHub 下载：{why}。</translation>
    </message>
    <message>
        <source>gave something else: {why}</source>
        <translation>给出的不是所要的内容：{why}</translation>
    </message>
    <message>
        <source>not reached: {why}</source>
        <translation>连接不上：{why}</translation>
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
        <source>Leave out passages farther than (200: none)</source>
        <translation>不要比这更远的段落（200：都要）</translation>
    </message>
    <message>
        <source>Address of Ollama</source>
        <translation>Ollama 地址</translation>
    </message>
    <message>
        <source>Address of the Ollama that embeds</source>
        <translation>做嵌入的 Ollama 地址</translation>
    </message>
    <message>
        <source>Model that answers</source>
        <translation>回答模型</translation>
    </message>
    <message>
        <source>Freedom of the model (0: keeps to the text)</source>
        <translation>模型的自由度（0：紧扣原文）</translation>
    </message>
    <message>
        <source>What the model reads at once (tokens)</source>
        <translation>模型一次阅读的长度（词元）</translation>
    </message>
    <message>
        <source>How new sources are cut into passages</source>
        <translation>新来源怎样切分成段落</translation>
    </message>
    <message>
        <source>Meaning and words are put together</source>
        <translation>意思与词语怎样合在一起</translation>
    </message>
    <message>
        <source>What words count for (of 100, the rest is meaning)</source>
        <translation>词语所占的分量（共 100，其余为意思）</translation>
    </message>
    <message>
        <source>By ranks: how little the first count for more</source>
        <translation>按名次时：名次靠前的优势有多小</translation>
    </message>
    <message>
        <source>Reranker (model of Ollama, or ONNX file)</source>
        <translation>重排模型（Ollama 的模型或 ONNX 文件）</translation>
    </message>
    <message>
        <source>Passages that it judges</source>
        <translation>由它评判的段落数</translation>
    </message>
    <message>
        <source>Seconds that it has for a question</source>
        <translation>每个问题给它的秒数</translation>
    </message>
    <message>
        <source>Also ask in the documents&apos; language, by that model</source>
        <translation>同时用文档的语言提问（由该模型翻译）</translation>
    </message>
    <message>
        <source>Seconds that a chat model has to translate a question</source>
        <translation>对话模型翻译一个问题最多用的秒数</translation>
    </message>
    <message>
        <source>Language of answers</source>
        <translation>回答语言</translation>
    </message>
    <message>
        <source>Answer from sources alone: not where they hold no answer</source>
        <translation>只凭资料回答：资料里没有答案就不回答</translation>
    </message>
    <message>
        <source>Answer from sources alone also where they fit only in part</source>
        <translation>只凭资料回答时，资料只是部分相符也回答</translation>
    </message>
    <message>
        <source>Mirrors for downloads</source>
        <translation>下载用的镜像</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Address of the proxy</source>
        <translation>代理的地址</translation>
    </message>
    <message>
        <source>Further certificates (PEM file)</source>
        <translation>另外信任的证书（PEM 文件）</translation>
    </message>
    <message>
        <source>Address of the department&apos;s Chroma server</source>
        <translation>院系 Chroma 服务器的地址</translation>
    </message>
    <message>
        <source>Token for that server</source>
        <translation>该服务器的令牌</translation>
    </message>
    <message>
        <source>On battery, long builds wait</source>
        <translation>用电池时，较长的构建先等待</translation>
    </message>
    <message>
        <source>Ask the test questions after each build</source>
        <translation>每次构建之后检验测试问题</translation>
    </message>
    <message>
        <source>Build all tonight at</source>
        <translation>今晚全部构建的时间</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>this machine, port 11434</source>
        <translation>本机，端口 11434</translation>
    </message>
    <message>
        <source>the same as above</source>
        <translation>与上面相同</translation>
    </message>
    <message>
        <source>none: those of the system are enough</source>
        <translation>留空：只用系统里的证书</translation>
    </message>
    <message>
        <source>none: kept on this computer</source>
        <translation>无：保存在本机</translation>
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
        <source>By their scores</source>
        <translation>按得分</translation>
    </message>
    <message>
        <source>By their ranks alone</source>
        <translation>只按名次</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>按系统设置</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不用代理</translation>
    </message>
    <message>
        <source>The one named below</source>
        <translation>使用下面填写的代理</translation>
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
    <name>SourceAdding</name>
    <message>
        <source>Update it</source>
        <translation>更新它</translation>
    </message>
</context>
<context>
    <name>SourceCards</name>
    <message>
        <source>What it rests on</source>
        <translation>引用的资料</translation>
    </message>
    <message>
        <source>Nearest passages</source>
        <translation>最接近的段落</translation>
    </message>
    <message>
        <source>How was this found?</source>
        <translation>怎样找到的？</translation>
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
    <name>SourceForm</name>
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
        <source>File, folder or address</source>
        <translation>文件、文件夹或网址</translation>
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
        <source>A file or folder of this computer, or the address of a page, of a file, or of a repository or folder on GitHub.</source>
        <translation>这台电脑上的文件或文件夹，或者网页、文件的网址，或者 GitHub 上仓库、文件夹的网址。</translation>
    </message>
    <message>
        <source>Whole site below this address</source>
        <translation>包括这个网址下的整个网站</translation>
    </message>
    <message>
        <source>Not this page alone, but all pages of the site that are below it, 500 at most.</source>
        <translation>不只取这一页，而是取网站在它之下的全部网页，最多 500 页。</translation>
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
        <source>Named after its place</source>
        <translation>不填则按位置取名</translation>
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
        <source>Waiting: number {place} in line</source>
        <translation>排队中：第 {place} 个</translation>
    </message>
    <message>
        <source>Waiting: next in line</source>
        <translation>排队中：下一个就是它</translation>
    </message>
    <message>
        <source>{number} new</source>
        <translation>新增 {number} 个</translation>
    </message>
    <message>
        <source>{number} changed</source>
        <translation>改动 {number} 个</translation>
    </message>
    <message>
        <source>{number} gone</source>
        <translation>少了 {number} 个</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Partial: {done} of {total} files</source>
        <translation>部分完成：{done} / {total} 个文件</translation>
    </message>
    <message>
        <source>under a minute</source>
        <translation>不到 1 分钟</translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s)</source>
        <translation>
            <numerusform>约 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s)</source>
        <translation>
            <numerusform>约 %Ln 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting: your question goes first</source>
        <translation>等待中：先回答您的问题</translation>
    </message>
    <message>
        <source>On battery: waiting to be plugged in</source>
        <translation>使用电池：等待接上电源</translation>
    </message>
    <message>
        <source>Ollama: {model}</source>
        <translation>Ollama：{model}</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>有改动</translation>
    </message>
    <message>
        <source>{time}</source>
        <comment>how long a build still takes</comment>
        <translation>还需{time}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Stopping after this file…</source>
        <translation>做完这个文件就停止…</translation>
    </message>
    <message>
        <source>Waiting for {model}; loading it may take minutes</source>
        <translation>正在等待 {model}，加载可能需要几分钟</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>Unpacking: {done} files so far</source>
        <translation>正在解压：已取出 {done} 个文件</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>Downloading {done} of {total} files</source>
        <translation>正在下载 {done} / {total} 个文件</translation>
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
        <source>Gathering its words…</source>
        <translation>正在收集词语…</translation>
    </message>
    <message>
        <source>Measuring what it holds…</source>
        <translation>正在了解它有哪些内容…</translation>
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
    <message>
        <source>Gathering its words {done} / {total}</source>
        <translation>收集词语 {done} / {total}</translation>
    </message>
    <message>
        <source>Measuring what it holds {done} / {total}</source>
        <translation>正在了解它有哪些内容 {done} / {total}</translation>
    </message>
</context>
<context>
    <name>SourcesPane</name>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
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
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Keep a text of your own beside your sources</source>
        <translation>在资料旁边保存自己写的文字</translation>
    </message>
    <message>
        <source>Write a note…</source>
        <translation>写笔记…</translation>
    </message>
    <message>
        <source>Paste text…</source>
        <translation>粘贴文字…</translation>
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
    <name>SplitterWords</name>
    <message>
        <source>In equal lengths</source>
        <translation>等长切分</translation>
    </message>
    <message>
        <source>At headings and sentences</source>
        <translation>按标题和句子</translation>
    </message>
    <message>
        <source>At paragraphs, lines, sentences</source>
        <translation>按段落、行、句子</translation>
    </message>
    <message>
        <source>By tables, code and lists</source>
        <translation>按表格、代码和列表</translation>
    </message>
    <message>
        <source>Where the meaning changes (slower)</source>
        <translation>在意思转折处（较慢）</translation>
    </message>
    <message>
        <source>In small parts, read with their section</source>
        <translation>切成小段，连同所在小节阅读</translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>Being rebuilt: {done} of {total}</source>
        <translation>正在重建：{done} / {total}</translation>
    </message>
    <message>
        <source>Being rebuilt</source>
        <translation>正在重建</translation>
    </message>
    <message>
        <source>the earlier state answers</source>
        <translation>由先前的版本回答</translation>
    </message>
    <message>
        <source>By words only</source>
        <translation>只按词语查找</translation>
    </message>
    <message>
        <source>Frozen until {day}</source>
        <translation>冻结至 {day}</translation>
    </message>
    <message>
        <source>Rebuild ({cost})</source>
        <translation>重建（{cost}）</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>Answers now: {state}</source>
        <translation>现在用于回答：{state}</translation>
    </message>
    <message>
        <source>Being made beside it: {state}</source>
        <translation>正在旁边重建：{state}</translation>
    </message>
    <message>
        <source>Earlier state, kept: {state}, {size}</source>
        <translation>保留的先前版本：{state}，{size}</translation>
    </message>
    <message>
        <source>{number} of them known already</source>
        <translation>其中 {number} 段以前算过</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sentence(s) to compare</source>
        <translation>
            <numerusform>要比较 %Ln 个句子</numerusform>
        </translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>磁盘占用 {size}</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>format of a date, with the letters of Qt</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>cut at {size} characters</source>
        <translation>每段 {size} 字</translation>
    </message>
    <message>
        <source>made {day}</source>
        <translation>{day}构建</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>StatesMenu</name>
    <message>
        <source>Rebuild…</source>
        <translation>更改后重建…</translation>
    </message>
    <message>
        <source>Return to the earlier state</source>
        <translation>恢复先前的版本</translation>
    </message>
    <message>
        <source>Give up the earlier state</source>
        <translation>不再保留先前的版本</translation>
    </message>
    <message>
        <source>End the freeze</source>
        <translation>解除冻结</translation>
    </message>
    <message>
        <source>Freeze…</source>
        <translation>冻结…</translation>
    </message>
</context>
<context>
    <name>StatesPresenter</name>
    <message>
        <source>The earlier state of “{title}” answers again.</source>
        <translation>“{title}”已恢复先前的版本。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
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
    <name>StepsDialog</name>
    <message>
        <source>Why was this not found?</source>
        <translation>为什么没有找到这一段？</translation>
    </message>
    <message>
        <source>Wrong answer?</source>
        <translation>回答不对？</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
</context>
<context>
    <name>TranslatedLine</name>
    <message>
        <source>Also asked in English: {text}</source>
        <translation>还用英文问了：{text}</translation>
    </message>
    <message>
        <source>Also asked in Chinese: {text}</source>
        <translation>还用中文问了：{text}</translation>
    </message>
    <message>
        <source>Also asked in another language: {text}</source>
        <translation>还用另一种语言问了：{text}</translation>
    </message>
    <message>
        <source>Translated by {model}</source>
        <translation>由 {model} 翻译</translation>
    </message>
    <message>
        <source>Ask again without this translation</source>
        <translation>不用这个译文，再问一次</translation>
    </message>
</context>
<context>
    <name>TrialWords</name>
    <message numerus="yes">
        <source>Your %Ln test question(s) are asked in both ways.</source>
        <translation>
            <numerusform>用两种方式各问一遍您的 %Ln 个测试问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has to be built for this.</source>
        <translation>不需要另外构建。</translation>
    </message>
    <message>
        <source>Building takes {time}: about {passages} passages.</source>
        <translation>构建需要{time}，约 {passages} 个段落。</translation>
    </message>
    <message>
        <source>That is a guess: nothing of the kind was built on this computer yet.</source>
        <translation>这只是估计：这台电脑上还没有构建过同类内容。</translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>{what} {seconds} s</source>
        <translation>{what}已 {seconds} 秒</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Loading {model}… The first time this takes a while.</source>
        <translation>正在载入 {model}…… 第一次需要一会儿。</translation>
    </message>
    <message>
        <source>The model is reading the passages…</source>
        <translation>模型正在读这些段落……</translation>
    </message>
    <message>
        <source>The model is thinking…</source>
        <translation>模型正在思考……</translation>
    </message>
    <message>
        <source>Reading section {number} of {count}: these are notes, the answer comes after them…</source>
        <translation>正在读第 {number} 节，共 {count} 节：下面是读书笔记，读完后给出回答…</translation>
    </message>
    <message>
        <source>All {count} sections are read; the model answers from its notes…</source>
        <translation>{count} 节都读完了，模型正根据笔记作答…</translation>
    </message>
    <message>
        <source>Searching your sources…</source>
        <translation>正在查找您的来源……</translation>
    </message>
</context>
<context>
    <name>WayForm</name>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln 段</numerusform>
        </translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>Cut into passages</source>
        <translation>怎样切分</translation>
    </message>
    <message>
        <source>Characters in a passage</source>
        <translation>每段的字数</translation>
    </message>
    <message>
        <source>Shared with the one before</source>
        <translation>与前一段重叠</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>查找方式</translation>
    </message>
    <message>
        <source>Words count for (of 100)</source>
        <translation>词语所占的分量（共 100）</translation>
    </message>
    <message>
        <source>Passages shown</source>
        <translation>显示的段落数</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>重排模型</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>Built in this way:</source>
        <translation>按下面的方式构建：</translation>
    </message>
    <message>
        <source>Meaning and words, by scores</source>
        <translation>意思加词语，按得分合并</translation>
    </message>
    <message>
        <source>Both, by scores</source>
        <translation>意思加词语（按得分）</translation>
    </message>
    <message>
        <source>Meaning and words, by ranks</source>
        <translation>意思加词语，按名次合并</translation>
    </message>
    <message>
        <source>Both, by ranks</source>
        <translation>意思加词语（按名次）</translation>
    </message>
    <message>
        <source>Meaning alone</source>
        <translation>只按意思</translation>
    </message>
    <message>
        <source>Words alone</source>
        <translation>只按词语</translation>
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
    <message>
        <source>Your backup is back. What was here before is in {folder}.</source>
        <translation>备份已经恢复。原来的资料库在 {folder} 里。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>Build all tonight ({time})</source>
        <translation>今晚全部构建（{time}）</translation>
    </message>
    <message>
        <source>Do not build tonight</source>
        <translation>今晚不构建了</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>以前的对话</translation>
    </message>
    <message>
        <source>Test questions…</source>
        <translation>测试问题…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>备份…</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>恢复…</translation>
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
    <name>WorkDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
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
        <source>For Chinese sources get a model that knows both, with “ollama pull bge-m3”, or choose the built-in embedder.</source>
        <translation>中文来源请用两种语言都懂的模型：“ollama pull bge-m3”，或选用内置的嵌入模型。</translation>
    </message>
    <message>
        <source>Something answers at {address}, as the settings say.</source>
        <translation>{address} 有程序应答（地址来自设置）。</translation>
    </message>
    <message>
        <source>Something answers at {address}, as the variable OLLAMA_HOST says.</source>
        <translation>{address} 有程序应答（地址来自环境变量 OLLAMA_HOST）。</translation>
    </message>
    <message>
        <source>Something answers at {address}, Ollama&apos;s usual address.</source>
        <translation>{address} 有程序应答，这是 Ollama 的默认地址。</translation>
    </message>
    <message>
        <source>No Ollama answers at {address}, and nothing here needs it.</source>
        <translation>{address} 没有 Ollama 应答，不过这里也没有用到它。</translation>
    </message>
    <message>
        <source>GangDan works without it. For written answers, install Ollama from ollama.com.</source>
        <translation>没有 Ollama，GangDan 也能用。想要写成文字的回答，请到 ollama.com 安装 Ollama。</translation>
    </message>
    <message>
        <source>Which Ollama it is could not be checked.</source>
        <translation>没能检查是哪个版本的 Ollama。</translation>
    </message>
    <message>
        <source>Which models Ollama has could not be checked.</source>
        <translation>没能检查 Ollama 有哪些模型。</translation>
    </message>
    <message>
        <source>No Ollama, so no version of it.</source>
        <translation>没有 Ollama，也就没有版本可查。</translation>
    </message>
    <message>
        <source>No Ollama, so no models of it.</source>
        <translation>没有 Ollama，也就没有模型可查。</translation>
    </message>
    <message>
        <source>It is Ollama {version}.</source>
        <translation>这是 Ollama {version}。</translation>
    </message>
    <message>
        <source>Ollama&apos;s models ({count}): {names}.</source>
        <translation>Ollama 有 {count} 个模型：{names}。</translation>
    </message>
    <message>
        <source>Ollama has no model yet, and nothing here needs one.</source>
        <translation>Ollama 还没有模型，这里也没有用到。</translation>
    </message>
    <message>
        <source>For written answers get one with “ollama pull qwen2.5:3b”.</source>
        <translation>想要写成文字的回答，可以用“ollama pull qwen2.5:3b”下载一个。</translation>
    </message>
    <message>
        <source>Ollama does not have {missing}, which is chosen or was used here.</source>
        <translation>Ollama 没有 {missing}，而这里选用了它。</translation>
    </message>
    <message>
        <source>Get it with “ollama pull {first}”, or choose another model.</source>
        <translation>用“ollama pull {first}”下载，或换一个模型。</translation>
    </message>
    <message>
        <source>Ollama does not have {missing}. These sources can&apos;t be used: {sources}.</source>
        <translation>Ollama 没有 {missing}，因此这些来源用不了：{sources}。</translation>
    </message>
    <message>
        <source>Get it with “ollama pull {first}”, or give them another embedder.</source>
        <translation>用“ollama pull {first}”下载，或给这些来源换一个嵌入模型。</translation>
    </message>
    <message>
        <source>“{embedder}” tells meanings apart in English and Chinese ({dimension} numbers a text, {speed} texts a second).</source>
        <translation>“{embedder}”能分辨中文和英文的意思（每段 {dimension} 个数，每秒 {speed} 段）。</translation>
    </message>
    <message>
        <source>“{embedder}” tells meanings apart in English, but not in Chinese ({dimension} numbers a text, {speed} texts a second).</source>
        <translation>“{embedder}”能分辨英文的意思，但分辨不了中文（每段 {dimension} 个数，每秒 {speed} 段）。</translation>
    </message>
    <message>
        <source>“{embedder}” does not tell meanings apart, so what it finds is of no use.</source>
        <translation>“{embedder}”分辨不出意思，用它找到的内容没有用处。</translation>
    </message>
    <message>
        <source>Choose another embedding model in the settings, and build the sources with it.</source>
        <translation>请在设置里换一个嵌入模型，再用它重新构建来源。</translation>
    </message>
    <message>
        <source>“{embedder}” can&apos;t be used: {what}.</source>
        <translation>“{embedder}”用不了：{what}。</translation>
    </message>
    <message>
        <source>Choose another embedding model in the settings, or bring Ollama up to date.</source>
        <translation>请在设置里换一个嵌入模型，或更新 Ollama。</translation>
    </message>
    <message>
        <source>“{embedder}” gave nothing within {seconds} seconds; it may still be loading.</source>
        <translation>“{embedder}”在 {seconds} 秒内没有结果，可能还在加载。</translation>
    </message>
    <message>
        <source>A large model takes minutes on a slow disk. Wait, and check again.</source>
        <translation>在较慢的硬盘上，大模型要加载几分钟。请稍等，再检查一次。</translation>
    </message>
    <message>
        <source>“{embedder}” is another version than these sources were built with: {sources}.</source>
        <translation>“{embedder}”的版本和构建这些来源时不同：{sources}。</translation>
    </message>
    <message>
        <source>Build these sources again.</source>
        <translation>请重新构建这些来源。</translation>
    </message>
    <message>
        <source>Not checked: the model for new sources can&apos;t be asked.</source>
        <translation>没有检查：新来源要用的模型现在连不上。</translation>
    </message>
    <message>
        <source>Not checked: the embedder is away. These sources wait for it: {sources}.</source>
        <translation>没有检查：嵌入模型现在连不上。这些来源在等它：{sources}。</translation>
    </message>
    <message>
        <source>Until then they are not found by their meaning; nothing of them is lost.</source>
        <translation>在那之前不能按意思找到它们，但内容一点也没有丢。</translation>
    </message>
    <message>
        <source>The built-in embedder gave nothing within {seconds} seconds.</source>
        <translation>内置的嵌入模型在 {seconds} 秒内没有结果。</translation>
    </message>
    <message>
        <source>The machine may be busy. Check again.</source>
        <translation>电脑可能正忙。请再检查一次。</translation>
    </message>
    <message>
        <source>The built-in embedder works ({dimension} numbers).</source>
        <translation>内置的嵌入模型正常（每段 {dimension} 个数）。</translation>
    </message>
    <message>
        <source>The built-in embedder does not work: {what}.</source>
        <translation>内置的嵌入模型用不了：{what}。</translation>
    </message>
    <message>
        <source>The built-in embedder does not tell meanings apart.</source>
        <translation>内置的嵌入模型分辨不出意思。</translation>
    </message>
    <message>
        <source>“{model}” began to answer after {seconds} seconds.</source>
        <translation>“{model}”在 {seconds} 秒后开始回答。</translation>
    </message>
    <message>
        <source>No chat model is chosen: the passages themselves are the answer.</source>
        <translation>没有选对话模型：找到的原文就是回答。</translation>
    </message>
    <message>
        <source>Choose one in the settings for written answers.</source>
        <translation>想要写成文字的回答，请在设置里选一个。</translation>
    </message>
    <message>
        <source>For written answers choose one of these in the settings: {names}.</source>
        <translation>想要写成文字的回答，请在设置里选一个：{names}。</translation>
    </message>
    <message>
        <source>Not checked: “{model}” can&apos;t be asked.</source>
        <translation>没有检查：“{model}”现在连不上。</translation>
    </message>
    <message>
        <source>“{model}” said nothing within {seconds} seconds; it may still be loading.</source>
        <translation>“{model}”在 {seconds} 秒内没有开口，可能还在加载。</translation>
    </message>
    <message>
        <source>“{model}” ended without a word.</source>
        <translation>“{model}”什么也没说就结束了。</translation>
    </message>
    <message>
        <source>Choose another chat model in the settings.</source>
        <translation>请在设置里换一个对话模型。</translation>
    </message>
    <message>
        <source>The reranker “{reranker}” judges passages ({seconds} seconds).</source>
        <translation>重排模型“{reranker}”能够评判段落（用时 {seconds} 秒）。</translation>
    </message>
    <message>
        <source>Not checked: the reranker “{reranker}” can&apos;t be asked.</source>
        <translation>未检查：现在问不到重排模型“{reranker}”。</translation>
    </message>
    <message>
        <source>The reranker “{reranker}” gave nothing within {seconds} seconds.</source>
        <translation>重排模型“{reranker}”在 {seconds} 秒内没有给出结果。</translation>
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
        <source>The Chroma server at {address} holds all of it (sources: {sources}, passages: {chunks}).</source>
        <translation>位于 {address} 的 Chroma 服务器保存着全部内容（来源：{sources}，段落：{chunks}）。</translation>
    </message>
    <message>
        <source>The vectors of these sources are damaged: {damaged}.</source>
        <translation>这些来源的向量已损坏：{damaged}。</translation>
    </message>
    <message>
        <source>They are searched by words until “doctor --repair” brings the vectors back.</source>
        <translation>在用“doctor --repair”恢复向量之前，这些来源按词语查找。</translation>
    </message>
    <message>
        <source>The converted documents can be read.</source>
        <translation>转换后的文档都能读取。</translation>
    </message>
    <message>
        <source>The converted documents could not be checked, because of another problem.</source>
        <translation>因为另一个问题，无法检查转换后的文档。</translation>
    </message>
    <message>
        <source>Converted documents that are missing or were changed: {count} ({paths}).</source>
        <translation>缺失或被改动过的转换后文档：{count}（{paths}）。</translation>
    </message>
    <message>
        <source>“doctor --repair” makes them again.</source>
        <translation>“doctor --repair”会重新生成它们。</translation>
    </message>
    <message>
        <source>The conversations can be read ({count}).</source>
        <translation>对话都能读取（{count}）。</translation>
    </message>
    <message>
        <source>Conversations that can&apos;t be read: {files}.</source>
        <translation>无法读取的对话：{files}。</translation>
    </message>
    <message>
        <source>Bring the file back from a backup, or move it away.</source>
        <translation>请从备份中恢复该文件，或把它移走。</translation>
    </message>
    <message>
        <source>Repaired: the library&apos;s records were begun anew.</source>
        <translation>已修复：资料库的记录已重新建立。</translation>
    </message>
    <message>
        <source>Repaired: the list of sources was written again from the records.</source>
        <translation>已修复：已根据记录重新写好来源列表。</translation>
    </message>
    <message>
        <source>Repaired: a collection that nothing needs was removed ({name}).</source>
        <translation>已修复：删除了一个不再需要的集合（{name}）。</translation>
    </message>
    <message>
        <source>Repaired: “{title}”. Passages put back: {count}; left-over ones removed: {removed}; embedded again: {embedded}.</source>
        <translation>已修复：“{title}”。恢复的段落：{count}；清除的残留段落：{removed}；重新计算的向量：{embedded}。</translation>
    </message>
    <message>
        <source>Repaired: “{title}”. The damaged store was moved to {aside}. Passages put back: {count}; embedded again: {embedded}.</source>
        <translation>已修复：“{title}”。损坏的向量库已移到 {aside}。恢复的段落：{count}；重新计算的向量：{embedded}。</translation>
    </message>
    <message>
        <source>Repaired: “{title}” was built again (documents: {count}).</source>
        <translation>已修复：“{title}”已重新构建（文档：{count}）。</translation>
    </message>
    <message>
        <source>“{title}” could not be built from what lies here.</source>
        <translation>仅凭这台电脑上现有的内容无法构建“{title}”。</translation>
    </message>
    <message>
        <source>Build it when its files, or the network, can be reached.</source>
        <translation>等它的文件或网络可以访问时再构建。</translation>
    </message>
    <message>
        <source>“{title}”: the embedder refused {count} of its passages.</source>
        <translation>“{title}”：嵌入模型拒绝了其中 {count} 个段落。</translation>
    </message>
    <message>
        <source>The next build tries them again and names them.</source>
        <translation>下次构建会再试一次，并列出这些段落。</translation>
    </message>
    <message>
        <source>“{title}” could not be repaired: {what}.</source>
        <translation>“{title}”无法修复：{what}。</translation>
    </message>
    <message>
        <source>Until it can be, it is searched by its words.</source>
        <translation>在能够修复之前，它按词语查找。</translation>
    </message>
    <message>
        <source>The library is only read where it lies: {path}.</source>
        <translation>资料库所在的位置只能读取：{path}。</translation>
    </message>
    <message>
        <source>Questions are answered; nothing can be added, built or kept there.</source>
        <translation>可以照常提问；不能在那里添加、构建或保存内容。</translation>
    </message>
    <message>
        <source>The way there leads through the proxy {proxy}.</source>
        <translation>到那里要经过代理 {proxy}。</translation>
    </message>
    <message>
        <source>“Repair” begins them anew and builds the sources again.</source>
        <translation>点“修复”会重新记录，并重新构建来源。</translation>
    </message>
    <message>
        <source>“Repair” builds them again from what is kept.</source>
        <translation>点“修复”会用保留的内容重新构建。</translation>
    </message>
    <message>
        <source>“Repair” makes them again.</source>
        <translation>点“修复”会重新生成它们。</translation>
    </message>
    <message>
        <source>Until they are repaired they are searched by words; nothing of your documents is lost.</source>
        <translation>修复之前按词语查找；您的文档没有任何丢失。</translation>
    </message>
    <message>
        <source>See to it that the folder may be written to.</source>
        <translation>请确认这个文件夹可以写入。</translation>
    </message>
    <message>
        <source>Documents can be converted.</source>
        <translation>文档可以转换。</translation>
    </message>
    <message>
        <source>Documents can&apos;t be converted: {reason}.</source>
        <translation>文档无法转换：{reason}。</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>请重新安装本程序。</translation>
    </message>
    <message>
        <source>The reranker “{reranker}” can&apos;t be used: {reason}.</source>
        <translation>重排模型“{reranker}”现在不能用：{reason}。</translation>
    </message>
    <message>
        <source>Whether the sources are whole could not be checked, because of another problem.</source>
        <translation>因为另一个问题，没能检查来源是否完好。</translation>
    </message>
    <message>
        <source>The store is whole (sources: {sources}, passages: {chunks}).</source>
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
        <translation>“doctor --repair”会重新构建记录并重建各个来源。</translation>
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
        <source>There is no source “{source}” in the trash.</source>
        <translation>回收站里没有来源“{source}”。</translation>
    </message>
    <message>
        <source>“sources trash” shows those that can be brought back.</source>
        <translation>用“sources trash”查看可以恢复的来源。</translation>
    </message>
    <message>
        <source>“{source}” is a source of documents, not of notes.</source>
        <translation>“{source}”是文档来源，不是笔记。</translation>
    </message>
    <message>
        <source>“notes list” shows the notes and the sources that hold them.</source>
        <translation>用“notes list”查看笔记和它们所在的来源。</translation>
    </message>
    <message>
        <source>Several sources are called “{title}”.</source>
        <translation>有多个来源都叫“{title}”。</translation>
    </message>
    <message>
        <source>Name one by its id: {sources}.</source>
        <translation>请用编号指明是哪一个：{sources}。</translation>
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
        <source>“{source}” has no document “{location}”.</source>
        <translation>“{source}”里没有文档“{location}”。</translation>
    </message>
    <message>
        <source>“sources show {source}” says what became of each of its files.</source>
        <translation>用“sources show {source}”查看每个文件的处理结果。</translation>
    </message>
    <message>
        <source>“{location}” is neither in the catalogue nor in this folder.</source>
        <translation>目录里没有“{location}”，这个文件夹里也没有。</translation>
    </message>
    <message>
        <source>Did you mean {alike}?</source>
        <translation>您要找的是不是 {alike}？</translation>
    </message>
    <message>
        <source>“{address}” can&apos;t be a source: {what}.</source>
        <translation>“{address}”不能作为来源：{what}。</translation>
    </message>
    <message>
        <source>Copy the address of a page, a file or a repository from the browser.</source>
        <translation>请从浏览器复制网页、文件或仓库的地址。</translation>
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
        <source>Nothing of what was chosen can be searched: {sources}.</source>
        <translation>所选的来源都没有可以查找的内容：{sources}。</translation>
    </message>
    <message>
        <source>Build it, see in its report what went wrong, or choose other sources.</source>
        <translation>请先构建，或者查看报告里的问题，也可以另选来源。</translation>
    </message>
    <message>
        <source>There are no words in the question.</source>
        <translation>问题里没有文字。</translation>
    </message>
    <message>
        <source>Type a few words to look for.</source>
        <translation>请输入几个要查找的词。</translation>
    </message>
    <message>
        <source>The note is empty.</source>
        <translation>笔记是空的。</translation>
    </message>
    <message>
        <source>Write or paste some text first.</source>
        <translation>请先写入或粘贴一些文字。</translation>
    </message>
    <message>
        <source>There is nothing to keep of answer {number}: no model wrote it.</source>
        <translation>回答 {number} 没有可以收存的内容：它不是模型写的。</translation>
    </message>
    <message>
        <source>Passages that are shown as they are stand in your sources already.</source>
        <translation>照原样显示的段落，在您的资料里本来就有。</translation>
    </message>
    <message>
        <source>The text of the document is empty.</source>
        <translation>文档的文字是空的。</translation>
    </message>
    <message>
        <source>“{path}” has been corrected somewhere else meanwhile; nothing was changed.</source>
        <translation>“{path}”同时在别处被更正过，这次什么也没有改。</translation>
    </message>
    <message>
        <source>Open it again to see that correction, then make yours.</source>
        <translation>请重新打开它，看过那处更正之后再改。</translation>
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
        <source>There are no test questions yet.</source>
        <translation>还没有测试问题。</translation>
    </message>
    <message>
        <source>Make one from a passage, or take in a file of them.</source>
        <translation>请从段落新建一个，或者导入一个问题文件。</translation>
    </message>
    <message>
        <source>There is no test question “{question}”.</source>
        <translation>没有测试问题“{question}”。</translation>
    </message>
    <message>
        <source>“golden list” shows those there are.</source>
        <translation>“golden list”会列出现有的问题。</translation>
    </message>
    <message>
        <source>“{path}” has changed: this passage does not stand in it as it was.</source>
        <translation>“{path}”已有改动：这个段落不再是原来的样子。</translation>
    </message>
    <message>
        <source>Ask again for what it says now; the card still shows what the answer rests on.</source>
        <translation>想知道现在的内容，请再问一次；卡片上仍是当时回答所依据的原文。</translation>
    </message>
    <message>
        <source>“{path}” does not hold these words: “{quote}”.</source>
        <translation>“{path}”里没有这些文字：“{quote}”。</translation>
    </message>
    <message>
        <source>Copy them from the document as it was converted.</source>
        <translation>请从转换后的文档里复制。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {reason}.</source>
        <translation>{file} 第 {line} 行：{reason}。</translation>
    </message>
    <message>
        <source>Mend that line, then try again; nothing was done.</source>
        <translation>请改正这一行再试；什么也没有做。</translation>
    </message>
    <message>
        <source>Give a year, a month or a day: 2024, 2024-05 or 2024-05-17.</source>
        <translation>请写年、月或日：2024、2024-05 或 2024-05-17。</translation>
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
        <source>A conversation can&apos;t be read: its file is damaged, or of a newer version ({file}).</source>
        <translation>有一个对话无法读取：文件已损坏，或者来自更新的版本（{file}）。</translation>
    </message>
    <message>
        <source>The file stays as it is; a copy of it from a backup may be put in its place.</source>
        <translation>文件保持原样；如果有备份，可以用备份替换它。</translation>
    </message>
    <message>
        <source>The conversation has no answer {number}.</source>
        <translation>这段对话里没有第 {number} 条回答。</translation>
    </message>
    <message>
        <source>Answers are counted from 1; it has {count}.</source>
        <translation>回答从 1 数起，这段对话共有 {count} 条。</translation>
    </message>
    <message>
        <source>No earlier state of “{source}” was kept.</source>
        <translation>“{source}”没有保留先前的版本。</translation>
    </message>
    <message>
        <source>Rebuild it and choose to keep what answers now; then you can return to that.</source>
        <translation>重建时选择保留现在的版本，以后就可以恢复。</translation>
    </message>
    <message>
        <source>The pack {file} was not taken in: {reason}.</source>
        <translation>资料包 {file} 没有装入：{reason}。</translation>
    </message>
    <message>
        <source>Nothing was changed. Ask whoever gave it to you for a new copy.</source>
        <translation>没有任何改动。请向给您的人再要一份。</translation>
    </message>
    <message>
        <source>Answers that you kept can&apos;t be shared as a pack: a model wrote them.</source>
        <translation>采纳的回答不能做成资料包分享：它们是模型写的。</translation>
    </message>
    <message>
        <source>Export them instead, or write a note of your own about them and share that.</source>
        <translation>请改用导出，或者就此写一份自己的笔记，再分享笔记。</translation>
    </message>
    <message>
        <source>“{title}” can&apos;t be shared now: {reason}.</source>
        <translation>“{title}”暂时不能分享：{reason}。</translation>
    </message>
    <message>
        <source>Nothing was written. Put that right, then share it.</source>
        <translation>没有写入任何文件。请先处理好，再分享。</translation>
    </message>
    <message>
        <source>“{title}” is here already, in the state of {installed}; the pack holds that of {offered}.</source>
        <translation>“{title}”这里已经有了，是 {installed} 的版本；资料包里的是 {offered} 的版本。</translation>
    </message>
    <message>
        <source>Use --replace to put the pack in its place; your conversations stay.</source>
        <translation>用 --replace 以这个资料包替换它；您的对话会保留。</translation>
    </message>
    <message>
        <source>The backup {file} was not brought back: {reason}.</source>
        <translation>备份 {file} 没有恢复：{reason}。</translation>
    </message>
    <message>
        <source>Nothing was changed. Try an older backup.</source>
        <translation>没有任何改动。请试试更早的备份。</translation>
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
        <source>Documents can&apos;t be cut by “{what}”.</source>
        <translation>不能按“{what}”切分文档。</translation>
    </message>
    <message>
        <source>Name one of these: {names}.</source>
        <translation>请从这些名称中选一个：{names}。</translation>
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
        <source>The texts could not be made searchable: {reason}.</source>
        <translation>无法为这些文字建立索引：{reason}。</translation>
    </message>
    <message>
        <source>Check that the embedder works, then try again.</source>
        <translation>请确认嵌入模型可用，然后再试。</translation>
    </message>
    <message>
        <source>Nothing was written, because the export failed: {reason}.</source>
        <translation>导出失败，没有写入任何文件：{reason}。</translation>
    </message>
    <message>
        <source>Export to Markdown instead, which needs no other program.</source>
        <translation>可以改为导出 Markdown，它不需要其他程序。</translation>
    </message>
    <message>
        <source>The built-in embedding model can&apos;t be used: a file of it is missing, damaged or another one.</source>
        <translation>内置嵌入模型无法使用：它有文件缺失、损坏或被换过。</translation>
    </message>
    <message>
        <source>Install the program again ({why}). Your library stays as it is.</source>
        <translation>请重新安装本程序（{why}）。您的资料库不受影响。</translation>
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
        <source>Name another one in the settings, or none.</source>
        <translation>请在设置里换一个，或者不用。</translation>
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
        <source>This library is of an older version, and no copy of it could be kept: {why}.</source>
        <translation>这个资料库由旧版本创建，而且无法为它保留副本：{why}。</translation>
    </message>
    <message>
        <source>It was left as it is. Make room on the disk of “{home}”, then start GangDan again.</source>
        <translation>资料库保持原样。请在“{home}”所在的磁盘上腾出空间，然后重新启动 GangDan。</translation>
    </message>
    <message>
        <source>This library could not be brought up to date: {why}.</source>
        <translation>无法把这个资料库升级到当前版本：{why}。</translation>
    </message>
    <message>
        <source>It is as it was before; a copy of its records is kept as “{copy}”.</source>
        <translation>资料库和原来一样；它的记录有一份副本：“{copy}”。</translation>
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
        <source>The library in “{path}” is only read: {reason}.</source>
        <translation>“{path}”里的资料库只能读取：{reason}。</translation>
    </message>
    <message>
        <source>Questions are answered; to add, build or keep anything, copy its folder to a disk of this computer, and name that with --home or GANGDAN_HOME.</source>
        <translation>可以照常提问；要添加、构建或保存内容，请把它的文件夹复制到本机磁盘，再用 --home 或 GANGDAN_HOME 指定。</translation>
    </message>
    <message>
        <source>The Chroma server at {address} can&apos;t be used: {reason}.</source>
        <translation>位于 {address} 的 Chroma 服务器无法使用：{reason}。</translation>
    </message>
    <message>
        <source>Nothing is lost: until then sources are searched by words. Check its address and the network.</source>
        <translation>内容没有丢失：在恢复之前按词语查找。请检查它的地址和网络。</translation>
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
        <source>The part “{worker}” could not be started; memory may be short.</source>
        <translation>“{worker}”部分无法启动，可能是内存不足。</translation>
    </message>
    <message>
        <source>Close programs that you do not need and try again. Nothing is lost.</source>
        <translation>请关闭不用的程序再试一次。什么也没有丢失。</translation>
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
        <source>builtin</source>
        <translation>内置嵌入模型</translation>
    </message>
    <message>
        <source>embedder</source>
        <translation>内置嵌入模型</translation>
    </message>
    <message>
        <source>converter</source>
        <translation>文件转换</translation>
    </message>
    <message>
        <source>chroma</source>
        <translation>查找索引</translation>
    </message>
    <message>
        <source>Questions are answered; to add, build or keep anything, copy its folder to a disk of this computer and open that.</source>
        <translation>可以照常提问；要添加、构建或保存内容，请把它的文件夹复制到本机磁盘后打开。</translation>
    </message>
    <message>
        <source>Drag it in again and choose to replace it; conversations stay.</source>
        <translation>再拖进来一次并选择替换；您的对话会保留。</translation>
    </message>
    <message>
        <source>It may have been brought back already.</source>
        <translation>它可能已经恢复了。</translation>
    </message>
    <message>
        <source>Notes lie in the sources that are made for them.</source>
        <translation>笔记只在专门的笔记来源里。</translation>
    </message>
    <message>
        <source>“Files and problems…” in the menu of the source says what became of each of its files.</source>
        <translation>来源菜单里的“文件与问题…”会说明每个文件的处理结果。</translation>
    </message>
    <message>
        <source>It may have been removed already.</source>
        <translation>它可能已经被删除了。</translation>
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
        <source>Download it here, or choose another model.</source>
        <translation>可以就在这里下载，或者换一个模型。</translation>
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
        <source>Write some text, or leave the document out of the source instead.</source>
        <translation>请写一些文字；不想让它被搜到的话，可以把整篇文档排除在外。</translation>
    </message>
    <message>
        <source>“{value}” is no date that documents can be chosen by.</source>
        <translation>“{value}”不是可以用来筛选文档的日期。</translation>
    </message>
    <message>
        <source>Leave it out, and the usual one is taken.</source>
        <translation>不填即可，会使用默认的那一种。</translation>
    </message>
    <message>
        <source>The reranker “{reranker}” was not used: {reason}.</source>
        <translation>没有用重排模型“{reranker}”：{reason}。</translation>
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
    <message>
        <source>“{file}”: {why}.</source>
        <translation>“{file}”：{why}。</translation>
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
        <source>Passages used</source>
        <translation>用到的段落</translation>
    </message>
    <message>
        <source>Nearest passages</source>
        <translation>最接近的段落</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>: </source>
        <translation>：</translation>
    </message>
    <message>
        <source>This answer is incomplete.</source>
        <translation>这个回答不完整。</translation>
    </message>
    <message>
        <source>This answer is incomplete: {reason}.</source>
        <translation>这条回答不完整：{reason}。</translation>
    </message>
    <message>
        <source>There is no answer to this in the sources.</source>
        <translation>来源里没有这个问题的答案。</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>own note</source>
        <translation>自己的笔记</translation>
    </message>
    <message>
        <source>somebody&apos;s note</source>
        <translation>他人的笔记</translation>
    </message>
    <message>
        <source>written by a model</source>
        <translation>由模型生成</translation>
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
    <name>pull</name>
    <message>
        <source>There is no room left where Ollama keeps its models.</source>
        <translation>Ollama 存放模型的磁盘已经没有空间了。</translation>
    </message>
    <message>
        <source>Make room on that disk; the download goes on where it was.</source>
        <translation>请腾出空间；下载会从原处接着来。</translation>
    </message>
    <message>
        <source>Ollama does not reach the place where models are kept.</source>
        <translation>Ollama 连不上存放模型的网站。</translation>
    </message>
    <message>
        <source>Check the network; the download goes on where it was.</source>
        <translation>请检查网络；下载会从原处接着来。</translation>
    </message>
    <message>
        <source>There is no model “{model}” to download.</source>
        <translation>没有可以下载的模型“{model}”。</translation>
    </message>
    <message>
        <source>Check its name, or choose another one.</source>
        <translation>请检查名字，或者另选一个。</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>searched by words, because the pack is not there now: {detail}</source>
        <translation>资料包现在不在，以下来源按词语查找：{detail}</translation>
    </message>
    <message>
        <source>searched by words, because the pack is another one by now and is not taken in while the source is frozen: {detail}</source>
        <translation>知识包已换成另一个，来源冻结期间不会载入新的，目前按词语查找：{detail}</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>there is no text in it</source>
        <translation>其中没有文字</translation>
    </message>
    <message>
        <source>you have taken it out of the collection</source>
        <translation>您已把它移出知识库</translation>
    </message>
    <message>
        <source>the file has changed since you corrected its text; yours is kept, look what is new in the file</source>
        <translation>您更正文字之后，原文件又有了变化；您的文字已保留，请看看原文件里有什么新内容</translation>
    </message>
    <message>
        <source>the file can&apos;t be converted any more; the text that you corrected is kept</source>
        <translation>原文件现在无法转换了；您更正过的文字已保留</translation>
    </message>
    <message>
        <source>the file is gone; what you corrected in it is kept for when it comes back</source>
        <translation>原文件不见了；您的更正已保留，文件回来后会继续生效</translation>
    </message>
    <message>
        <source>the text that you changed of “{detail}” is not built into it yet; build it first</source>
        <translation>您对“{detail}”的修正还没有构建进去，请先构建</translation>
    </message>
    <message>
        <source>your corrections can&apos;t be read; they stay in {detail}, to be mended there or taken from a backup</source>
        <translation>您的更正读不出来；它们仍在 {detail}，可以在那里修好，或者从备份恢复</translation>
    </message>
    <message>
        <source>it is no knowledge pack</source>
        <translation>这不是资料包</translation>
    </message>
    <message>
        <source>it is an empty file</source>
        <translation>这个文件是空的</translation>
    </message>
    <message>
        <source>it is a folder, and a knowledge pack is one file</source>
        <translation>这是一个文件夹，而资料包是单个文件</translation>
    </message>
    <message>
        <source>it can&apos;t be read: {detail}</source>
        <translation>无法读取：{detail}</translation>
    </message>
    <message>
        <source>its end is missing, as when copying or downloading stopped too early; copy it again</source>
        <translation>文件的结尾缺失，可能是复制或下载中途断了；请重新复制一次</translation>
    </message>
    <message>
        <source>something in it is not as it was written</source>
        <translation>里面有内容和写入时不一样了</translation>
    </message>
    <message>
        <source>its parts do not fit together ({detail})</source>
        <translation>各部分对不上（{detail}）</translation>
    </message>
    <message>
        <source>unpacked it would be far larger than a knowledge pack is</source>
        <translation>解开后会大得不像一个资料包</translation>
    </message>
    <message>
        <source>it was made by a newer version (format {detail}); update the program to read it</source>
        <translation>它是由更新的版本制作的（格式 {detail}）；请更新本软件后再读取</translation>
    </message>
    <message>
        <source>the vectors of {detail} in it can&apos;t be used for searching</source>
        <translation>其中 {detail} 的向量不能用于查找</translation>
    </message>
    <message>
        <source>it holds only what has changed in “{detail}”, and no earlier pack of that is installed here</source>
        <translation>它只包含“{detail}”的改动部分，而这里没有装入先前的资料包</translation>
    </message>
    <message>
        <source>it holds only what has changed in “{detail}” since another pack than the one installed here; ask for the whole pack</source>
        <translation>它只包含“{detail}”相对另一个资料包的改动，与这里装入的不是同一个；请索取完整的资料包</translation>
    </message>
    <message>
        <source>it is itself only a difference; name the whole pack that was given out before</source>
        <translation>它本身也只包含改动；请指定先前发出的完整资料包</translation>
    </message>
    <message>
        <source>the difference would take the place of the pack that it needs; write it into another file</source>
        <translation>它会覆盖所依据的那个资料包；请写到另一个文件</translation>
    </message>
    <message>
        <source>its files have changed since it was built, so the pack holds what they were; build it and pack it again</source>
        <translation>构建之后文件又有改动，知识包里是改动前的内容；请先构建，再重新打包</translation>
    </message>
    <message>
        <source>it is a pack of another source</source>
        <translation>这是另一个来源的资料包</translation>
    </message>
    <message>
        <source>it has no vectors of that embedder, only of {detail}</source>
        <translation>里面没有这个嵌入模型的向量，只有 {detail} 的</translation>
    </message>
    <message>
        <source>it is searched by words until Ollama has the model that it was made with; get that with: ollama pull {detail}</source>
        <translation>在 Ollama 装好制作它所用的模型之前，只能按词语查找；获取模型请运行：ollama pull {detail}</translation>
    </message>
    <message>
        <source>it is searched by words only, because its embedder is not in this version; build it with another embedder to search it by meaning</source>
        <translation>它所用的嵌入模型不在这个版本里，所以只能按词语查找；换一个嵌入模型重新构建，就可以按意思查找</translation>
    </message>
    <message>
        <source>it was never downloaded; build it with the network once</source>
        <translation>它还从来没有下载过；请先联网构建一次</translation>
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
        <source>nothing in it can be read as a list of references</source>
        <translation>里面没有能读懂的参考文献条目</translation>
    </message>
    <message>
        <source>entries that could not be read: {detail}</source>
        <translation>有 {detail} 个条目读不出来</translation>
    </message>
    <message>
        <source>it names “{detail}”, which is not among the files</source>
        <translation>里面提到的附件“{detail}”不在文件中</translation>
    </message>
    <message>
        <source>it could not be converted: {detail}</source>
        <translation>无法转换：{detail}</translation>
    </message>
    <message>
        <source>it is protected by a password; save a copy of it without one</source>
        <translation>文件设有密码；请另存一份不带密码的副本</translation>
    </message>
    <message>
        <source>it is not what the ending of its name says</source>
        <translation>文件内容与扩展名不符</translation>
    </message>
    <message>
        <source>it is damaged or incomplete; try to open it and save it again</source>
        <translation>文件已损坏或不完整；请试着打开它并重新保存</translation>
    </message>
    <message>
        <source>unpacked it is too large; split it into several files</source>
        <translation>解压后太大；请拆分成几个文件</translation>
    </message>
    <message>
        <source>it holds instructions that no document needs and that may do harm ({detail})</source>
        <translation>文件里有正常文档不需要、可能有害的指令（{detail}）</translation>
    </message>
    <message>
        <source>there are no pages in it</source>
        <translation>文件里一页也没有</translation>
    </message>
    <message>
        <source>its fonts do not say which letters they draw; export it again, or run text recognition (OCR) on it</source>
        <translation>它的字体没有说明画的是哪些字，读出来会是乱码；请重新导出，或做文字识别（OCR）</translation>
    </message>
    <message>
        <source>pages that are pictures without text: {detail}</source>
        <translation>只有图片、没有文字的页数：{detail}</translation>
    </message>
    <message>
        <source>pages that could not be read: {detail}</source>
        <translation>无法读取的页数：{detail}</translation>
    </message>
    <message>
        <source>letters that its fonts do not name, left out: {detail}</source>
        <translation>字体没有说明、因此略去的字数：{detail}</translation>
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
        <source>files that it includes are not part of the source: {detail}</source>
        <translation>它包含的文件不在这个来源里：{detail}</translation>
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
        <source>it is not text in UTF-8</source>
        <translation>不是 UTF-8 编码的文本</translation>
    </message>
    <message>
        <source>it is no JSON: {detail}</source>
        <translation>不是有效的 JSON：{detail}</translation>
    </message>
    <message>
        <source>it is not a JSON object, which begins with “{{” and ends with “}}”</source>
        <translation>不是以“{{”开头、以“}}”结尾的 JSON 对象</translation>
    </message>
    <message>
        <source>“{detail}” is missing, or nothing stands there</source>
        <translation>缺少“{detail}”，或者它是空的</translation>
    </message>
    <message>
        <source>what stands at “{detail}” can&apos;t be used</source>
        <translation>“{detail}”的内容无法使用</translation>
    </message>
    <message>
        <source>“{detail}” stands further up already</source>
        <translation>“{detail}”在前面已经出现过</translation>
    </message>
    <message>
        <source>“{detail}” is a document already, with another text</source>
        <translation>已经有文档“{detail}”，但文字不同</translation>
    </message>
    <message>
        <source>an answer lies beyond the end of “{detail}”</source>
        <translation>有一处答案超出了“{detail}”的结尾</translation>
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
        <source>there is nothing in “{detail}”; if it is a drive, connect it and build again</source>
        <translation>“{detail}”里什么都没有；如果它是移动硬盘或 U 盘，请接好后再更新</translation>
    </message>
    <message>
        <source>frozen until {detail}: nothing new is taken in before that day</source>
        <translation>冻结至 {detail}，在此之前不收入新内容</translation>
    </message>
    <message>
        <source>it is downloaded first</source>
        <translation>要先下载</translation>
    </message>
    <message>
        <source>it is downloaded first, and nobody knows how much that is</source>
        <translation>要先下载，下载量事先不知道</translation>
    </message>
    <message>
        <source>there is too little room on the disk; about {detail} more are needed, so make room first</source>
        <translation>磁盘空间不够，大约还差 {detail}，请先腾出空间</translation>
    </message>
    <message>
        <source>its passages can&apos;t be embedded now: {detail}</source>
        <translation>现在无法嵌入它的段落：{detail}</translation>
    </message>
    <message>
        <source>its passages can&apos;t be embedded now: Ollama does not have the model {detail}; pull it first</source>
        <translation>现在无法嵌入它的段落：Ollama 里没有模型 {detail}，请先下载</translation>
    </message>
    <message>
        <source>{detail} characters stand in pieces too short to search</source>
        <translation>有 {detail} 个字所在的段落太短，无法查找</translation>
    </message>
    <message>
        <source>its text is too short to search ({detail} characters)</source>
        <translation>文字太短，无法查找（{detail} 字）</translation>
    </message>
    <message>
        <source>its entry in the list of sources has changed; update it</source>
        <translation>来源列表里它的条目改过了；请更新</translation>
    </message>
    <message>
        <source>its vectors are damaged; the repair of the check-up, or a build, brings them back</source>
        <translation>它的向量已损坏；用“检查”里的修复或重新构建即可恢复</translation>
    </message>
    <message>
        <source>searched by words alone until it is repaired, because its vectors are damaged: {detail}</source>
        <translation>因为向量已损坏，修复之前只按词语查找：{detail}</translation>
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
        <source>the built-in embedding model can&apos;t be used: a file of it is missing, damaged or another one</source>
        <translation>内置嵌入模型无法使用：它有文件缺失、损坏或被换过</translation>
    </message>
    <message>
        <source>it could not be written ({detail}); look whether the disk is full and who may write there</source>
        <translation>无法写入（{detail}）；请查看磁盘是否已满、您是否有权写入该位置</translation>
    </message>
    <message>
        <source>the search index could not be written: {detail}</source>
        <translation>无法写入查找索引：{detail}</translation>
    </message>
    <message>
        <source>a part of the program could not be started, as when memory is short; close what you do not need and build again</source>
        <translation>软件的一个部分无法启动（例如内存不足），请关闭不用的程序再构建一次</translation>
    </message>
    <message>
        <source>a part of the program stopped by itself, as when memory is short; build again to go on</source>
        <translation>软件的一个部分自行停止了（例如内存不足），再构建一次就会接着做</translation>
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
        <source>the overlap must be 0 or more, and smaller than the size</source>
        <translation>重叠不能小于 0，且须小于段长</translation>
    </message>
    <message>
        <source>the minimum must be 0 or more, and not larger than the size</source>
        <translation>最短长度不能小于 0，也不能超过段长</translation>
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
        <source>shortened to what the model reads: passage {detail}</source>
        <translation>有段落已缩短到模型能读的长度：{detail}</translation>
    </message>
    <message>
        <source>earlier answers that did not fit into what it reads: {detail}</source>
        <translation>超出模型能读的长度、未使用的先前回答：{detail} 个</translation>
    </message>
    <message>
        <source>the model read all that the chosen sources hold</source>
        <translation>模型读了所选来源的全部内容</translation>
    </message>
    <message>
        <source>the question names nothing that could be looked for, so what is shown may have nothing to do with it; name the thing that you mean, or ask in a whole sentence</source>
        <translation>问题里没有说明要找什么，所以下面的内容可能与它无关；请写出要找的事物的名称，或用一句完整的话来问</translation>
    </message>
    <message>
        <source>no document is chosen; to have some summarised or compared as a whole, open one and choose “Ask this document”, or name each with --document</source>
        <translation>还没有选定文档；要把文档作为整体来总结或比较，请打开文档并点“只问这篇文档”，或用 --document 逐一指定</translation>
    </message>
    <message>
        <source>nothing was found within what you chose (documents, kinds, path, language, date, tags); ask again without it</source>
        <translation>在您限定的范围（文档、格式、路径、语言、日期、标签）里什么也没找到；取消限定再问一次试试</translation>
    </message>
    <message>
        <source>nothing was written, because your sources alone may answer and do not seem to hold an answer</source>
        <translation>没有撰写回答：设定为只凭资料回答，而资料里似乎没有答案</translation>
    </message>
    <message>
        <source>nothing was written, because your sources may hold an answer only in part; the settings say whether such questions are answered</source>
        <translation>没有撰写回答：资料里可能只有部分答案；这样的问题要不要回答，可以在设置中选择</translation>
    </message>
    <message>
        <source>counting over tables is unreliable: a passage holds some rows only, and models reckon badly; open the table and count there</source>
        <translation>在表格上计数或计算并不可靠：一个段落只含几行，模型也不擅长算数；请打开表格自己统计</translation>
    </message>
    <message>
        <source>there was nothing to read in: {detail}</source>
        <translation>这些文档里没有可读的内容：{detail}</translation>
    </message>
    <message>
        <source>what these hold stands in the others too, and was read once: {detail}</source>
        <translation>这些文档的内容与其他文档相同，只读了一遍：{detail}</translation>
    </message>
    <message>
        <source>the model read all that these documents hold</source>
        <translation>模型读了这些文档的全部内容</translation>
    </message>
    <message>
        <source>read section by section: {detail} of {detail} sections</source>
        <translation>逐节阅读：共 {detail} 节，读完 {detail} 节</translation>
    </message>
    <message>
        <source>not all was read; the sections that were, and in brackets those that were not: {detail}</source>
        <translation>没有全部读完；读过的节数 / 总节数（括号里是没读的）：{detail}</translation>
    </message>
    <message>
        <source>to summarise or compare, a chat model of Ollama has to read the documents: choose one beside the question or with --model; here is a passage of each of their first chapters</source>
        <translation>总结或比较需要 Ollama 的对话模型来读文档：请在提问框旁选择一个，或用 --model 指定；下面是前几个章节里的段落</translation>
    </message>
    <message>
        <source>searched by words alone, because the embedder can&apos;t be reached: {detail}</source>
        <translation>嵌入模型现在用不了，以下来源只按词语查找：{detail}</translation>
    </message>
    <message>
        <source>searched by words alone this time, because the computer was too busy for the built-in model; ask again to search by meaning as well: {detail}</source>
        <translation>电脑正忙，内置模型来不及回应，以下来源这次只按词语查找，再问一次就会同时按意思查找：{detail}</translation>
    </message>
    <message>
        <source>searched by words alone, because the embedding model is another one now; build again to search by meaning: {detail}</source>
        <translation>嵌入模型已经换成了别的版本，以下来源只按词语查找，重新构建后才能按意思查找：{detail}</translation>
    </message>
    <message>
        <source>not asked in the documents&apos; language, because {detail} can&apos;t be reached in Ollama; the search went on without</source>
        <translation>没有用文档的语言提问，因为 Ollama 中的 {detail} 现在用不了；已不用译文完成查找</translation>
    </message>
    <message>
        <source>not asked in the documents&apos; language, because the chat model took longer than {detail} s; give it more time in the settings, or choose a smaller one</source>
        <translation>没有用文档的语言提问，因为对话模型翻译超过了 {detail} 秒；可在设置中多给它一些时间，或换一个小一些的模型</translation>
    </message>
    <message>
        <source>not asked in the documents&apos; language, because what {detail} said is no translation; the search went on without</source>
        <translation>没有用文档的语言提问，因为 {detail} 给出的不是译文；已不用译文完成查找</translation>
    </message>
    <message>
        <source>not asked in the documents&apos; language: that is done only where meaning and words are searched together</source>
        <translation>没有用文档的语言提问：只有把意思和词语合起来查找时才会这样做</translation>
    </message>
    <message>
        <source>not asked in the documents&apos; language, because no chat model is chosen that could translate</source>
        <translation>没有用文档的语言提问，因为没有选择可以翻译的对话模型</translation>
    </message>
    <message>
        <source>the reranker&apos;s file is not there, so nothing was reranked; name it anew in the settings, or leave the reranker out: {detail}</source>
        <translation>找不到重排模型的文件，因此没有重排；请在设置里重新指定，或者不用重排模型：{detail}</translation>
    </message>
    <message>
        <source>the reranker&apos;s tokenizer is missing, so nothing was reranked; copy tokenizer.json from where the model comes from to {detail}</source>
        <translation>缺少重排模型的分词文件，因此没有重排；请从模型的下载处取得 tokenizer.json，放到 {detail}</translation>
    </message>
    <message>
        <source>the reranker can&apos;t be read, so nothing was reranked; download it again, with all files beside it: {detail}</source>
        <translation>重排模型读不出来，因此没有重排；请重新下载，连同旁边的所有文件：{detail}</translation>
    </message>
    <message>
        <source>this is no cross-encoder, which takes a question with a passage (input_ids) and gives one number or two, so nothing was reranked; name another file: {detail}</source>
        <translation>这个文件不是交叉编码器（交叉编码器接收问题和段落，即 input_ids，给出一两个数），因此没有重排；请换一个文件：{detail}</translation>
    </message>
    <message>
        <source>what the reranker gives are no numbers, so nothing was reranked; name another file, such as one that is not quantised: {detail}</source>
        <translation>重排模型给出的不是数，因此没有重排；请换一个文件，例如未量化的：{detail}</translation>
    </message>
    <message>
        <source>what runs ONNX files is missing, so nothing was reranked; install the program again: {detail}</source>
        <translation>缺少运行 ONNX 文件的部件，因此没有重排；请重新安装本程序：{detail}</translation>
    </message>
    <message>
        <source>the reranker stopped by itself, so nothing was reranked; it may be too large for this computer&apos;s memory: {detail}</source>
        <translation>重排模型自己停了，因此没有重排；可能是这台电脑的内存放不下它：{detail}</translation>
    </message>
    <message>
        <source>the reranker took too long, so nothing was reranked; a model that had to be loaded first will be there for the next question, else have it judge fewer passages, give it more time in the settings, or name a smaller one: {detail}</source>
        <translation>重排模型用时太长，因此没有重排；如果是刚开始加载，下一个问题就能用上；否则请在设置里让它少评判几段、多给些时间，或者换一个小一点的模型：{detail}</translation>
    </message>
    <message>
        <source>Ollama does not answer at {detail}, so nothing was reranked; start it, or leave the reranker out in the settings</source>
        <translation>{detail} 的 Ollama 没有回应，因此没有重排；请启动 Ollama，或者在设置里不用重排模型</translation>
    </message>
    <message>
        <source>what answers at {detail} is not Ollama, so nothing was reranked; check Ollama&apos;s address in the settings</source>
        <translation>{detail} 上回应的不是 Ollama，因此没有重排；请检查设置里 Ollama 的地址</translation>
    </message>
    <message>
        <source>Ollama does not have the model {detail}, so nothing was reranked; download it, or name another in the settings</source>
        <translation>Ollama 没有模型 {detail}，因此没有重排；请下载它，或者在设置里换一个</translation>
    </message>
    <message>
        <source>Ollama reported an error, so nothing was reranked; name a model that can chat, or bring Ollama up to date: {detail}</source>
        <translation>Ollama 报告了错误，因此没有重排；请换一个能对话的模型，或者更新 Ollama：{detail}</translation>
    </message>
    <message>
        <source>{detail} gave something else than a grade, so nothing was reranked; name another model, or bring Ollama up to date</source>
        <translation>{detail} 给出的不是分数，因此没有重排；请换一个模型，或者更新 Ollama</translation>
    </message>
    <message>
        <source>not reranked: that is done only where meaning and words are searched together</source>
        <translation>没有重排：只有同时按意思和词语查找时才会重排</translation>
    </message>
    <message>
        <source>a note of your own may answer this, but notes do not count as documentation: {detail}</source>
        <translation>您自己的这条笔记可能有答案，但笔记不算作资料：{detail}</translation>
    </message>
    <message>
        <source>the model read only a part ({detail} tokens); a smaller context in the settings may help</source>
        <translation>模型只读了一部分（{detail} 个词元）；在设置中调小一次阅读的长度可能有帮助</translation>
    </message>
    <message>
        <source>embedded with {detail}, because Ollama answers and has it</source>
        <translation>用 {detail} 嵌入，因为 Ollama 有这个模型</translation>
    </message>
    <message>
        <source>embedded with {detail} of Ollama, which knows Chinese</source>
        <translation>用 Ollama 的 {detail} 嵌入，它懂中文</translation>
    </message>
    <message>
        <source>embedded with the built-in model, because it knows Chinese and no model of Ollama here does</source>
        <translation>用内置模型嵌入，因为它懂中文，而这里的 Ollama 没有懂中文的模型</translation>
    </message>
    <message>
        <source>embedded with the built-in model, because no Ollama answers at {detail}</source>
        <translation>用内置模型嵌入，因为 {detail} 没有 Ollama 应答</translation>
    </message>
    <message>
        <source>embedded with the built-in model, because Ollama does not have {detail}</source>
        <translation>用内置模型嵌入，因为 Ollama 没有 {detail}</translation>
    </message>
    <message>
        <source>questions in another language than its documents&apos; will find less, because the built-in model that knows both can&apos;t be used at the moment; the next build tries again</source>
        <translation>内置模型暂时用不了，用与文档不同的语言提问时找到的内容会少一些；下次构建时会再试</translation>
    </message>
    <message>
        <source>{detail} was made for English and knows little Chinese; bge-m3, qwen3-embedding and embeddinggemma of Ollama know both languages, and so does the built-in model</source>
        <translation>{detail} 主要为英文而做，不大懂中文；Ollama 的 bge-m3、qwen3-embedding、embeddinggemma 和内置模型两种语言都懂</translation>
    </message>
    <message>
        <source>only addresses that begin with http or https can be read</source>
        <translation>只能读取以 http 或 https 开头的地址</translation>
    </message>
    <message>
        <source>it names no server</source>
        <translation>地址里没有服务器名</translation>
    </message>
    <message>
        <source>there is a name or password in it, which everybody would see</source>
        <translation>地址里带有用户名或密码，别人都会看到</translation>
    </message>
    <message>
        <source>it is not an address</source>
        <translation>这不是一个地址</translation>
    </message>
    <message>
        <source>what arrived is another file than the one that was asked for</source>
        <translation>收到的文件不是所请求的那一个</translation>
    </message>
    <message>
        <source>one of the two addresses is missing</source>
        <translation>两个地址缺了一个</translation>
    </message>
    <message>
        <source>both are the same address</source>
        <translation>两个地址相同</translation>
    </message>
    <message>
        <source>“{detail}” is not a repository on GitHub</source>
        <translation>“{detail}”不是 GitHub 上的仓库</translation>
    </message>
    <message>
        <source>{detail} can&apos;t be reached; check the network and its proxy</source>
        <translation>无法连接 {detail}，请检查网络和代理</translation>
    </message>
    <message>
        <source>{detail} did not answer in time</source>
        <translation>{detail} 没有及时回应</translation>
    </message>
    <message>
        <source>the connection to {detail} broke while it was being downloaded</source>
        <translation>下载时与 {detail} 的连接断开了</translation>
    </message>
    <message>
        <source>the download was not done after {detail} minutes</source>
        <translation>下载了 {detail} 分钟仍未完成</translation>
    </message>
    <message>
        <source>there is nothing at its address ({detail})</source>
        <translation>这个地址上什么也没有（{detail}）</translation>
    </message>
    <message>
        <source>the server does not give it out ({detail})</source>
        <translation>服务器不提供这个文件（{detail}）</translation>
    </message>
    <message>
        <source>the server reported an error ({detail})</source>
        <translation>服务器报告了错误（{detail}）</translation>
    </message>
    <message>
        <source>the server has had too many requests from this network; build again after {detail} to go on</source>
        <translation>服务器收到来自本网络的请求太多；请在 {detail} 之后重新构建，会接着下载</translation>
    </message>
    <message>
        <source>the server has had too many requests from this network; build again later to go on</source>
        <translation>服务器收到来自本网络的请求太多；请稍后重新构建，会接着下载</translation>
    </message>
    <message>
        <source>only a part of it arrived</source>
        <translation>只收到了一部分</translation>
    </message>
    <message>
        <source>the server wants a login: {detail}</source>
        <translation>服务器要求登录：{detail}</translation>
    </message>
    <message>
        <source>the page only says that it has moved: {detail}</source>
        <translation>这个网页只说明它已迁移：{detail}</translation>
    </message>
    <message>
        <source>the server sent an error instead of it: {detail}</source>
        <translation>服务器发来的不是文件，而是错误信息：{detail}</translation>
    </message>
    <message>
        <source>its server points to {detail}, which is not followed</source>
        <translation>服务器转到 {detail}，出于安全没有跟过去</translation>
    </message>
    <message>
        <source>its server sends us round in a circle, to {detail}</source>
        <translation>服务器让下载来回打转，转到 {detail}</translation>
    </message>
    <message>
        <source>the certificate of {detail} is signed by nobody that is trusted here, so nothing was asked for; where the school&apos;s network looks into what is downloaded, ask who looks after it for its certificate, a file that the setting “Further certificates” takes</source>
        <translation>{detail} 的证书不是由这里信任的机构签发的，因此没有请求任何内容；如果学校的网络会检查下载内容，请向网络管理员索取它的证书文件，填到设置“另外信任的证书”里</translation>
    </message>
    <message>
        <source>{detail} has signed its certificate itself, so nobody can tell that it is what it says, and nothing was asked for; if the server is your school&apos;s, ask who looks after it for the certificate, a file that the setting “Further certificates” takes</source>
        <translation>{detail} 的证书是它自己签发的，无法确认它的身份，因此没有请求任何内容；如果这是学校的服务器，请向管理员索取证书文件，填到设置“另外信任的证书”里</translation>
    </message>
    <message>
        <source>the certificate of {detail} has expired, so nothing was asked for; see whether the date of this computer is right, else only who runs the server can renew it</source>
        <translation>{detail} 的证书已经过期，因此没有请求任何内容；请检查这台电脑的日期是否正确，如果正确，只能等服务器的管理者更新证书</translation>
    </message>
    <message>
        <source>the certificate of {detail} is not valid yet, so nothing was asked for; see whether the date of this computer is right</source>
        <translation>{detail} 的证书还没有生效，因此没有请求任何内容；请检查这台电脑的日期是否正确</translation>
    </message>
    <message>
        <source>what answers for {detail} has the certificate of another server, so nothing was asked for; see whether the network wants a login in the browser first, and whether the address is right</source>
        <translation>应答 {detail} 的服务器出示的是别的服务器的证书，因此没有请求任何内容；请看看网络是否需要先在浏览器里登录，以及地址是否正确</translation>
    </message>
    <message>
        <source>the file that the setting “Further certificates” names can&apos;t be read or holds no certificate: {detail}; it should be a PEM file</source>
        <translation>设置“另外信任的证书”指定的文件读不了，或者里面没有证书：{detail}；它应该是 PEM 文件</translation>
    </message>
    <message>
        <source>the proxy can&apos;t be used: {detail}; see the setting “Proxy”</source>
        <translation>代理无法使用：{detail}；请查看设置“代理”</translation>
    </message>
    <message>
        <source>the proxy {detail} speaks SOCKS, which is not spoken here; programs that offer it mostly offer an HTTP proxy too, whose address the setting “Proxy” takes</source>
        <translation>代理 {detail} 是 SOCKS 代理，这里不支持；提供它的软件大多也提供 HTTP 代理，请把 HTTP 代理的地址填到设置“代理”里</translation>
    </message>
    <message>
        <source>the proxy wants a name and a password, or others than it was given; write them into the setting “Address of the proxy”: http://NAME:PASSWORD@HOST:PORT</source>
        <translation>代理需要用户名和密码，或者填写的不对；请写在设置“代理的地址”里：http://NAME:PASSWORD@HOST:PORT（NAME 是用户名，PASSWORD 是密码）</translation>
    </message>
    <message>
        <source>it is larger than {detail} MB</source>
        <translation>超过了 {detail} MB</translation>
    </message>
    <message>
        <source>the archive that arrived is damaged: {detail}</source>
        <translation>收到的压缩包已损坏：{detail}</translation>
    </message>
    <message>
        <source>the archive is damaged or incomplete; try to open it and pack it again</source>
        <translation>压缩包损坏或不完整；请试着打开它，再重新压缩</translation>
    </message>
    <message>
        <source>it is an archive in an archive; unpack it and put its files beside it</source>
        <translation>它是压缩包里的压缩包；请先解压，把里面的文件放到外层</translation>
    </message>
    <message>
        <source>it is one of several parts of an archive; unpack them together and add the folder</source>
        <translation>它是分卷压缩包中的一卷；请把各卷放在一起解压，再添加解压出来的文件夹</translation>
    </message>
    <message>
        <source>it is a link or a device in an archive, which is not followed</source>
        <translation>它是压缩包里的链接或设备文件，不会跟随</translation>
    </message>
    <message>
        <source>archives of the kind {detail} are not read; save it as .zip</source>
        <translation>{detail} 格式的压缩包读不了；请另存为 .zip</translation>
    </message>
    <message>
        <source>it is packed in a way that is not read ({detail}); pack it as an ordinary .zip</source>
        <translation>它的压缩方式读不了（{detail}）；请重新压缩成普通的 .zip</translation>
    </message>
    <message>
        <source>its name leads out of the archive</source>
        <translation>它的文件名指向压缩包之外</translation>
    </message>
    <message>
        <source>what arrived is not an archive of its files</source>
        <translation>收到的不是仓库文件的压缩包</translation>
    </message>
    <message>
        <source>the archive that arrived is of another commit ({detail})</source>
        <translation>收到的压缩包属于另一次提交（{detail}）</translation>
    </message>
    <message>
        <source>“{detail}” is not there any more; the default branch was taken instead</source>
        <translation>“{detail}”已不存在，改用了默认分支</translation>
    </message>
    <message>
        <source>nobody said which commit of {detail} this is, so its links may later show newer text</source>
        <translation>无法得知这是 {detail} 的哪一次提交，链接以后可能会显示更新过的内容</translation>
    </message>
    <message>
        <source>the site has more pages; {detail} were taken, as many as its source allows</source>
        <translation>网站还有更多网页；已取 {detail} 页，达到这个来源的上限</translation>
    </message>
    <message>
        <source>the site has more pages; links were followed {detail} deep, as far as its source allows</source>
        <translation>网站还有更多网页；顺着链接走了 {detail} 层，达到这个来源的上限</translation>
    </message>
    <message>
        <source>the site has more pages; no more than {detail} MB are taken</source>
        <translation>网站还有更多网页；最多只取 {detail} MB</translation>
    </message>
    <message>
        <source>{detail} leads to no other page now; the pages from before stay</source>
        <translation>{detail} 现在没有通向其他网页的链接；以前取来的网页都保留着</translation>
    </message>
    <message>
        <source>{detail} asks programs not to read it (robots.txt)</source>
        <translation>{detail} 要求程序不要读取它（robots.txt）</translation>
    </message>
    <message>
        <source>pages that the site asks programs not to read were left out (robots.txt): {detail}</source>
        <translation>网站要求程序不要读取的网页没有取（robots.txt）：{detail} 页</translation>
    </message>
    <message>
        <source>its passages were embedded in an earlier way; more is found once all of it is made anew (“Rebuild…”, or build --force)</source>
        <translation>它的段落是按较早的方式嵌入的；全部重建一次能找到更多内容（“更改后重建…”，或 build --force）</translation>
    </message>
    <message>
        <source>an earlier version of this program made {detail} of its documents: the next build reads them again and changes only what comes out differently; until then they answer as they are</source>
        <translation>其中 {detail} 篇文档由本程序的旧版本处理：下次构建会重新读取，只更改结果不同的部分；在此之前照常回答</translation>
    </message>
    <message>
        <source>made by an earlier version of {detail}, so it is searched by words alone until it is rebuilt</source>
        <translation>由 {detail} 的旧版本构建，重建之前只按词语查找</translation>
    </message>
    <message>
        <source>the build was cut off before its end; build again, it goes on from there</source>
        <translation>构建没有做完就中断了；再构建一次，会从那里继续</translation>
    </message>
    <message>
        <source>only the files that are built so far were searched: {detail}; the rest is still to come</source>
        <translation>只查找了目前已构建的文件：{detail}；其余的还没有构建</translation>
    </message>
    <message>
        <source>the build was stopped: {detail} files are still to come</source>
        <translation>构建已停止：还有 {detail} 个文件没有处理</translation>
    </message>
    <message>
        <source>it is no backup of GangDan</source>
        <translation>它不是 GangDan 的备份</translation>
    </message>
    <message>
        <source>its end is missing; it was not copied to the end</source>
        <translation>它缺少结尾，没有复制完</translation>
    </message>
    <message>
        <source>it is not as it was written ({detail})</source>
        <translation>它和写入时不一样了（{detail}）</translation>
    </message>
    <message>
        <source>a newer version of GangDan made it ({detail}); install that version first</source>
        <translation>它由更新版本的 GangDan 制作（{detail}）；请先安装那个版本</translation>
    </message>
    <message>
        <source>it names a file outside of the library (“{detail}”), which no backup of GangDan does</source>
        <translation>它指向资料库以外的文件（“{detail}”），GangDan 的备份不会这样</translation>
    </message>
    <message>
        <source>it unpacks to more than any library could hold</source>
        <translation>解开后的大小超出任何资料库</translation>
    </message>
    <message>
        <source>“{detail}” can&apos;t be read now and is not in it</source>
        <translation>“{detail}”现在无法读取，没有写进去</translation>
    </message>
    <message>
        <source>a password or a key was left out of it ({detail})</source>
        <translation>密码和令牌没有写进去（{detail}）</translation>
    </message>
    <message>
        <source>{detail} can&apos;t be read and was left out, because there may be a password in it</source>
        <translation>{detail} 无法读取，因为里面可能有密码，所以没有放进去</translation>
    </message>
    <message>
        <source>something was being built meanwhile; the index of vectors will be made again from the rest</source>
        <translation>备份时正在构建；向量索引会由其余内容重新生成</translation>
    </message>
    <message>
        <source>the documents of {detail} can&apos;t be read on this machine; what was read of them answers all the same, and “gangdan-gui sources move” lets the source read them where they are now</source>
        <translation>这台电脑上读不到 {detail} 的文档；已读入的内容照常可用，用“gangdan-gui sources move”可以让来源到文档现在的位置读取</translation>
    </message>
    <message>
        <source>the size must be from 1 to 100,000</source>
        <translation>段长须在 1 到 100,000 之间</translation>
    </message>
    <message>
        <source>nothing can be written there</source>
        <translation>那里无法写入</translation>
    </message>
    <message>
        <source>it lies on a network drive ({detail})</source>
        <translation>它在网络驱动器上（{detail}）</translation>
    </message>
    <message>
        <source>this conversation is not kept, because the library is only read; export what you need</source>
        <translation>资料库只能读取，这次对话不会保存；需要的内容请导出</translation>
    </message>
    <message>
        <source>searched by words, because the Chroma server can&apos;t be used at the moment: {detail}</source>
        <translation>Chroma 服务器暂时无法使用，以下来源按词语查找：{detail}</translation>
    </message>
    <message>
        <source>searched by words this time, because a part of the program could not work, as when memory is short; nothing is damaged: {detail}</source>
        <translation>软件的一个部分暂时不能工作（例如内存不足），以下来源这次只按词语查找，数据没有损坏：{detail}</translation>
    </message>
    <message>
        <source>searched by words, because the library&apos;s folder can&apos;t be written; look whether the disk is full: {detail}</source>
        <translation>资料库的文件夹无法写入，请看看磁盘是不是满了；以下来源只按字词查找：{detail}</translation>
    </message>
    <message>
        <source>searched by words, because the pack is another one by now and is taken in at the next start: {detail}</source>
        <translation>资料包已换成另一个，以下来源按词语查找，下次启动时重新装入：{detail}</translation>
    </message>
    <message>
        <source>the Chroma server at {detail} can&apos;t be used now; nothing is lost</source>
        <translation>位于 {detail} 的 Chroma 服务器现在无法使用；内容没有丢失</translation>
    </message>
    <message>
        <source>it does not answer ({detail})</source>
        <translation>没有回应（{detail}）</translation>
    </message>
    <message>
        <source>it does not accept the token of the settings</source>
        <translation>它不接受设置中的令牌</translation>
    </message>
    <message>
        <source>it is of an older version that is not understood ({detail})</source>
        <translation>版本太旧，不受支持（{detail}）</translation>
    </message>
    <message>
        <source>its certificate is not trusted ({detail})</source>
        <translation>它的证书不受信任（{detail}）</translation>
    </message>
    <message>
        <source>it could not do what was asked ({detail})</source>
        <translation>它没能完成请求（{detail}）</translation>
    </message>
    <message>
        <source>what answers there is no Chroma server ({detail})</source>
        <translation>在那里回应的不是 Chroma 服务器（{detail}）</translation>
    </message>
    <message>
        <source>passages that you left out: {detail}</source>
        <translation>您排除在外的段落：{detail} 个</translation>
    </message>
    <message>
        <source>a passage that you left out is not there any more as it was; look whether it is to go again: “{detail}”</source>
        <translation>您排除的一个段落已经不是原来的样子，请看看是否要再次排除：“{detail}”</translation>
    </message>
    <message>
        <source>it is in an older format of Office or WPS; install LibreOffice, which GangDan then reads it with, or save it as {detail}</source>
        <translation>它是旧版 Office 或 WPS 的格式；装上 LibreOffice 后 GangDan 就能读取，或者把它另存为 {detail}</translation>
    </message>
    <message>
        <source>it is scanned: its pages are pictures without text; install text recognition (README says how; the packaged program comes without it) or save it with recognised text</source>
        <translation>它是扫描件，每页都是没有文字的图片；请安装文字识别（做法见 README，打包好的程序不带），或者换成识别过文字的文件</translation>
    </message>
    <message>
        <source>it is a picture; its words are read where text recognition is installed (README says how; the packaged program comes without it)</source>
        <translation>它是图片；装上文字识别后才能读取其中的文字（做法见 README，打包好的程序不带）</translation>
    </message>
    <message>
        <source>it is a small picture, less than 300 dots wide or high</source>
        <translation>它是小图片，宽或高不到 300 像素</translation>
    </message>
    <message>
        <source>there are only pictures in it; save it as PDF and have its text recognised (OCR)</source>
        <translation>里面只有图片；请存为 PDF 再做文字识别（OCR）</translation>
    </message>
    <message>
        <source>pages whose text was recognised from pictures and may hold mistakes: {detail}</source>
        <translation>文字由图片识别而来、可能有误的页数：{detail}</translation>
    </message>
    <message>
        <source>lines too uncertain to recognise, left out: {detail}</source>
        <translation>认不清而略去的行数：{detail}</translation>
    </message>
    <message>
        <source>pages left out because recognising text took too long: {detail}; split the file</source>
        <translation>识别时间太长而略去的页数：{detail}；请把文件拆小</translation>
    </message>
    <message>
        <source>recognising its text failed: {detail}</source>
        <translation>识别其中的文字时出错：{detail}</translation>
    </message>
    <message>
        <source>“{detail}” is not there; the library was left as it is</source>
        <translation>找不到“{detail}”，资料库里的内容没有改动</translation>
    </message>
    <message>
        <source>while it is built, Ollama may put {detail} out of memory, and the next question waits until it is loaded again; where there is memory for two models, Ollama can keep both: README says how</source>
        <translation>构建期间，Ollama 可能会把 {detail} 移出内存，下一次提问要等它重新载入；内存放得下两个模型时可以都留着，做法见 README</translation>
    </message>
    <message>
        <source>what was known of it was lost or damaged; build it again</source>
        <translation>它的记录已丢失或损坏；请重新构建</translation>
    </message>
</context>
<context>
    <name>report advice</name>
    <message>
        <source>Open the file in its own program to see whether it is whole.</source>
        <translation>请用对应的程序打开这个文件，看它是否完整。</translation>
    </message>
    <message>
        <source>Build the source again later; what was there before stays until then.</source>
        <translation>请稍后重新构建这个来源；在此之前，原有的内容保留不变。</translation>
    </message>
    <message>
        <source>Open its address in the browser, and ask who looks after the network.</source>
        <translation>请在浏览器中打开它的网址试试，并询问网络管理员。</translation>
    </message>
    <message>
        <source>Open the file here and compare it with its original.</source>
        <translation>请在这里打开文件，与原文件对照查看。</translation>
    </message>
    <message>
        <source>There is nothing you need to do.</source>
        <translation>您不需要做什么。</translation>
    </message>
    <message>
        <source>Look at the file, put it right, and build the source again.</source>
        <translation>请查看并改好这个文件，然后重新构建这个来源。</translation>
    </message>
    <message>
        <source>If it is a document, save it under the ending that it belongs to.</source>
        <translation>如果它是文档，请用正确的扩展名另存。</translation>
    </message>
    <message>
        <source>Save it as PDF, Word or text, and add that instead.</source>
        <translation>请另存为 PDF、Word 或文本文件，再添加那个文件。</translation>
    </message>
    <message>
        <source>Build the source again: it goes on where it was stopped.</source>
        <translation>请重新构建这个来源：会从中断的地方继续。</translation>
    </message>
    <message>
        <source>Open it, and add to its text where something is missing.</source>
        <translation>请打开它，补上缺少的文字。</translation>
    </message>
    <message>
        <source>Open it to take it in again.</source>
        <translation>打开它就可以重新收入。</translation>
    </message>
    <message>
        <source>Get the file itself (“git lfs pull”), and build again.</source>
        <translation>请先取得文件本身（git lfs pull），再重新构建。</translation>
    </message>
</context>
<context>
    <name>rerankers</name>
    <message>
        <source>What is expected is among the first 50 for {deep} of {questions} questions, among the first 5 for {near}:</source>
        <translation>{questions} 个问题中，有 {deep} 个的预期段落在前 50 段里，有 {near} 个在前 5 段里：</translation>
    </message>
    <message>
        <source>a reranker can lift at most {room}.</source>
        <translation>重排模型最多能提升 {room} 个。</translation>
    </message>
    <message>
        <source>a reranker can&apos;t help.</source>
        <translation>重排模型帮不上忙。</translation>
    </message>
    <message>
        <source>“{reranker}” could not be used: {why}.</source>
        <translation>“{reranker}”没能用上：{why}。</translation>
    </message>
    <message>
        <source>“{reranker}” lifts {lifted} and lowers {lowered}: {after} are among the first 5 with it.</source>
        <translation>“{reranker}”提升了 {lifted} 个、降低了 {lowered} 个：用了它，有 {after} 个在前 5 段里。</translation>
    </message>
    <message>
        <source>For {failed} of them it gave no order: {why}.</source>
        <translation>其中 {failed} 个它没有给出顺序：{why}。</translation>
    </message>
    <message>
        <source>It does not help here: leave it out.</source>
        <translation>它在这里没有帮助，不用它为好。</translation>
    </message>
</context>
<context>
    <name>status</name>
    <message>
        <source>Built-in embedder · works without a network</source>
        <translation>内置嵌入模型 · 不需要网络</translation>
    </message>
    <message>
        <source>Ollama {version}</source>
        <translation>Ollama {version}</translation>
    </message>
    <message>
        <source>Ollama does not have {missing}</source>
        <translation>Ollama 没有 {missing}</translation>
    </message>
    <message>
        <source>Ollama&apos;s address is none: {value}</source>
        <translation>Ollama 的地址写得不对：{value}</translation>
    </message>
    <message>
        <source>Ollama does not answer at {place}</source>
        <translation>Ollama 没有应答（{place}）</translation>
    </message>
    <message>
        <source>A proxy is in the way to Ollama at {place}</source>
        <translation>代理挡住了 Ollama（{place}）</translation>
    </message>
    <message>
        <source>What answers at {place} is not Ollama</source>
        <translation>{place} 上的不是 Ollama</translation>
    </message>
    <message>
        <source>Ollama at {place} has a problem</source>
        <translation>Ollama 出了问题（{place}）</translation>
    </message>
    <message>
        <source>built-in embedder</source>
        <translation>内置嵌入模型</translation>
    </message>
</context>
<context>
    <name>steps</name>
    <message>
        <source>Not known: it did not come so far.</source>
        <translation>还不知道：没有走到这一步。</translation>
    </message>
    <message>
        <source>“{source}” is among the sources that are searched.</source>
        <translation>“{source}”在所查找的来源之中。</translation>
    </message>
    <message>
        <source>“{source}” is not among the sources that are searched.</source>
        <translation>“{source}”不在所查找的来源之中。</translation>
    </message>
    <message>
        <source>Choose it, and ask again.</source>
        <translation>请选中它，再问一次。</translation>
    </message>
    <message>
        <source>“{source}” holds answers of a model, which are only searched where you choose it.</source>
        <translation>“{source}”里是模型的回答，只有选中它才会查找。</translation>
    </message>
    <message>
        <source>“{source}” is built (documents: {documents}, passages: {chunks}).</source>
        <translation>“{source}”已经构建：{documents} 个文档，{chunks} 个段落。</translation>
    </message>
    <message>
        <source>“{source}” is not built, so nothing of it can be found.</source>
        <translation>“{source}”还没有构建，所以什么也找不到。</translation>
    </message>
    <message>
        <source>Build it.</source>
        <translation>请构建它。</translation>
    </message>
    <message>
        <source>“{source}” was built, but nothing of it could be used.</source>
        <translation>“{source}”构建过，但里面没有可用的内容。</translation>
    </message>
    <message>
        <source>The document was read (characters: {characters}, passages: {chunks}).</source>
        <translation>文档已经读入：{characters} 个字符，{chunks} 个段落。</translation>
    </message>
    <message>
        <source>There is no such document in what was built.</source>
        <translation>已构建的内容里没有这个文档。</translation>
    </message>
    <message>
        <source>See that the file is in the source and not left out by its patterns, and build it.</source>
        <translation>请确认文件在来源里、没有被匹配规则排除，然后构建。</translation>
    </message>
    <message>
        <source>The document could not be read: {reason}.</source>
        <translation>文档无法读取：{reason}。</translation>
    </message>
    <message>
        <source>Put the file right, or give its text in the document&apos;s page, and build the source.</source>
        <translation>请修好文件，或在文档页面填入文字，然后构建来源。</translation>
    </message>
    <message>
        <source>The document has no passages: hardly any text was found in it.</source>
        <translation>文档没有段落：里面几乎没有找到文字。</translation>
    </message>
    <message>
        <source>Look at it beside the original; its text can be put right there.</source>
        <translation>请与原件对照查看，文字可以在那里改正。</translation>
    </message>
    <message>
        <source>Of the document&apos;s passages ({count}) the best counts.</source>
        <translation>文档切分成 {count} 个段落，以其中最好的一段为准。</translation>
    </message>
    <message>
        <source>The sentence stands whole in passage {number} of {count} ({length} characters).</source>
        <translation>这句话完整地在第 {number} 段里（共 {count} 段，本段 {length} 个字符）。</translation>
    </message>
    <message>
        <source>The sentence is cut by the border of a passage: none holds all of it.</source>
        <translation>这句话被段落的边界切断了：没有一段包含整句。</translation>
    </message>
    <message>
        <source>Build the source with a larger overlap, or cut by headings or sentences.</source>
        <translation>请加大重叠再构建，或改为按标题、按句子切分。</translation>
    </message>
    <message>
        <source>No passage holds this place; some of this document was taken out by you.</source>
        <translation>没有段落包含这个位置；你曾排除这个文档的部分内容。</translation>
    </message>
    <message>
        <source>Take it back in the document&apos;s page, and build the source.</source>
        <translation>请在文档页面把它放回来，然后构建来源。</translation>
    </message>
    <message>
        <source>You have taken the document out.</source>
        <translation>您已把这份文档移出。</translation>
    </message>
    <message>
        <source>No passage holds this place: pieces that were too short were left out ({dropped}).</source>
        <translation>没有段落包含这个位置：太短的部分被略去了（{dropped} 处）。</translation>
    </message>
    <message>
        <source>Build the source with a lower minimum.</source>
        <translation>请调低最短长度再构建。</translation>
    </message>
    <message>
        <source>No passage holds this place.</source>
        <translation>没有段落包含这个位置。</translation>
    </message>
    <message>
        <source>See where the document ends, and ask for a place inside of it.</source>
        <translation>请看文档到哪里结束，改问其中的位置。</translation>
    </message>
    <message>
        <source>The filters let the document through.</source>
        <translation>筛选条件没有排除这个文档。</translation>
    </message>
    <message>
        <source>The filters leave the document out.</source>
        <translation>筛选条件排除了这个文档。</translation>
    </message>
    <message>
        <source>Take away the filter by document, path, kind, language, date or tag that it fails.</source>
        <translation>请去掉不符的筛选条件（文档、路径、类型、语言、日期或标签）。</translation>
    </message>
    <message>
        <source>Found by meaning: {rank} of {count} that were looked at (distance {distance}).</source>
        <translation>由意思找到：在 {count} 段中排第 {rank}（距离 {distance}）。</translation>
    </message>
    <message>
        <source>Not found by meaning: it is not among the {count} nearest.</source>
        <translation>按意思没有找到：不在最接近的 {count} 段之中。</translation>
    </message>
    <message>
        <source>Ask in a whole sentence, with the words of the document.</source>
        <translation>请用完整的句子提问，并用文档里的词语。</translation>
    </message>
    <message>
        <source>Not found by meaning: at distance {distance} it is behind the {count} nearest (up to {last}).</source>
        <translation>按意思没有找到：距离 {distance}，排在最接近的 {count} 段（到 {last} 为止）之后。</translation>
    </message>
    <message>
        <source>Ask in a whole sentence, with the words of the document, or choose this source alone.</source>
        <translation>请用完整的句子和文档里的词语提问，或只选这个来源。</translation>
    </message>
    <message>
        <source>By meaning it is not among the {count} nearest; it was found by words.</source>
        <translation>按意思不在最接近的 {count} 段之内，但按词语找到了。</translation>
    </message>
    <message>
        <source>By meaning it is not among the {count} nearest; it was found by the question as it was translated.</source>
        <translation>按意思，它不在最接近的 {count} 段之中；它是由译成另一种语言的问题找到的。</translation>
    </message>
    <message>
        <source>Not searched by meaning: words alone were asked for.</source>
        <translation>没有按意思查找：只要求按词语查找。</translation>
    </message>
    <message>
        <source>Not searched by meaning: the embedder could not be used.</source>
        <translation>没有按意思查找：嵌入模型用不了。</translation>
    </message>
    <message>
        <source>See what the doctor says of the embedder.</source>
        <translation>请看“检查”里关于嵌入模型的结果。</translation>
    </message>
    <message>
        <source>Found by the words {words}: {rank} of {count} that hold any.</source>
        <translation>由词语“{words}”找到：在含有这些词的 {count} 段中排第 {rank}。</translation>
    </message>
    <message>
        <source>It holds the words {words}, but too many others hold more of them.</source>
        <translation>它含有词语“{words}”，但含得更多的段落太多。</translation>
    </message>
    <message>
        <source>Add a word to the question that only this passage has.</source>
        <translation>请在问题里加一个只有这一段才有的词。</translation>
    </message>
    <message>
        <source>Not found by words: it is not among the best for {asked}.</source>
        <translation>按词语没有找到：在“{asked}”的最佳结果之外。</translation>
    </message>
    <message>
        <source>Use a word that stands in the passage, such as a name or a term.</source>
        <translation>请用段落里有的词，比如名称或术语。</translation>
    </message>
    <message>
        <source>By words it is not among the best; it was found by meaning.</source>
        <translation>按词语不在最相符的段落之内，但按意思找到了。</translation>
    </message>
    <message>
        <source>By words it is not among the best; it was found by the question as it was translated.</source>
        <translation>按词语，它不在最好的之中；它是由译成另一种语言的问题找到的。</translation>
    </message>
    <message>
        <source>Not found by words: the question has none to search by.</source>
        <translation>按词语没有找到：问题里没有可查的词。</translation>
    </message>
    <message>
        <source>Not searched by words: meaning alone was asked for.</source>
        <translation>没有按词语查找：只要求按意思查找。</translation>
    </message>
    <message>
        <source>It is shown, in passage {number} of {passages}.</source>
        <translation>已经显示：在 {passages} 个段落的第 {number} 个里。</translation>
    </message>
    <message>
        <source>It is shown: all that it says stands in better passages that share its text.</source>
        <translation>已经显示：它的文字都在更好的段落里。</translation>
    </message>
    <message>
        <source>It came in {rank} of {of}, behind the {passages} passages that are shown.</source>
        <translation>在 {of} 段中排第 {rank}，落在所显示的 {passages} 个段落之后。</translation>
    </message>
    <message>
        <source>Ask more exactly, choose fewer sources, or have more passages shown (in the settings).</source>
        <translation>请问得更具体，少选几个来源，或在设置里多显示一些段落。</translation>
    </message>
    <message>
        <source>The reranker “{reranker}” put it at {rank}, behind the {passages} passages that are shown.</source>
        <translation>重排模型“{reranker}”把它排在第 {rank}，在显示的 {passages} 段之后。</translation>
    </message>
    <message>
        <source>Ask more exactly, or ask without the reranker (in the settings) to see whether it comes then.</source>
        <translation>请问得更具体些，或者（在设置里）去掉重排模型，看看它会不会出现。</translation>
    </message>
    <message>
        <source>The same text stands elsewhere, and is shown once: see passage {number} ({same}).</source>
        <translation>同样的文字别处也有，只显示一次：见段落 {number}（{same}）。</translation>
    </message>
    <message>
        <source>At distance {distance} it is beyond the ceiling of {ceiling} in the settings.</source>
        <translation>距离 {distance}，超出了设置的上限 {ceiling}。</translation>
    </message>
    <message>
        <source>Raise the ceiling in the settings.</source>
        <translation>请在设置里调高上限。</translation>
    </message>
    <message>
        <source>The chat model reads it.</source>
        <translation>对话模型会读到它。</translation>
    </message>
    <message>
        <source>The chat model reads some of it: passage {number} is shortened to the sentences that matter.</source>
        <translation>对话模型会读到其中一部分：段落 {number} 会缩短，只留下要紧的句子。</translation>
    </message>
    <message>
        <source>The chat model does not read it: passage {number} is shortened to other sentences, to fit into {tokens} tokens.</source>
        <translation>对话模型读不到它：为了放进 {tokens} 个词元，段落 {number} 只留下了别的句子。</translation>
    </message>
    <message>
        <source>The chat model does not read it: of {found} passages {given} have room in {tokens} tokens.</source>
        <translation>对话模型读不到它：{tokens} 个词元里，{found} 个段落只放得下 {given} 个。</translation>
    </message>
    <message>
        <source>No sentence is cut off in the passages that it rests on.</source>
        <translation>所依据的段落里没有被截断的句子。</translation>
    </message>
    <message>
        <source>A sentence is cut off by the border of a passage that it rests on: {numbers}.</source>
        <translation>所依据的段落在边界处截断了句子：段落 {numbers}。</translation>
    </message>
    <message>
        <source>Its passages do not stand in the documents any more.</source>
        <translation>文档里已经没有这些段落了。</translation>
    </message>
    <message>
        <source>It rests on what fits the question best (passages that it names: {numbers}).</source>
        <translation>它依据的是与问题最相符的内容（注明的段落：{numbers}）。</translation>
    </message>
    <message>
        <source>It names passages {numbers}, and none of the first {best}, which fit the question better.</source>
        <translation>它注明的是段落 {numbers}，没有用到更相符的前 {best} 个段落。</translation>
    </message>
    <message>
        <source>Read the first ones. If they are no answer, ask more exactly, choose fewer sources, or have a reranker put them in order (in the settings).</source>
        <translation>请先读前面的段落。如果答案不在那里，请把问题问得更具体、少选几个来源，或在设置中用重排模型重新排序。</translation>
    </message>
    <message>
        <source>The passages stand in the order in which they fit; the first is of “{first}”.</source>
        <translation>段落按相符程度排列，第一个出自《{first}》。</translation>
    </message>
    <message>
        <source>If the right one stands farther down, ask more exactly, or choose fewer sources.</source>
        <translation>如果正确的段落排在后面，请把问题问得更具体，或少选几个来源。</translation>
    </message>
    <message>
        <source>There is nothing to put in order.</source>
        <translation>没有可以排序的段落。</translation>
    </message>
    <message>
        <source>Passages that were found: {count}.</source>
        <translation>找到的段落数：{count}。</translation>
    </message>
    <message>
        <source>Have fewer passages shown, or let the model read more tokens (in the settings).</source>
        <translation>请在设置里少显示一些段落，或让模型一次多读一些。</translation>
    </message>
    <message>
        <source>No chat model is chosen: passages are shown as they are.</source>
        <translation>没有选择对话模型：直接显示段落。</translation>
    </message>
    <message>
        <source>All sources that were searched are built ({count}).</source>
        <translation>查找的 {count} 个来源都已构建。</translation>
    </message>
    <message>
        <source>Of {all} sources {count} are built; not built, in part, or changed since: {sources}.</source>
        <translation>{all} 个来源中有 {count} 个已构建；还没有构建、只构建了一部分或此后有改动的：{sources}。</translation>
    </message>
    <message>
        <source>Build them, and ask again.</source>
        <translation>请构建它们，再问一次。</translation>
    </message>
    <message>
        <source>Not in the library any more: {sources}.</source>
        <translation>资料库里已经没有：{sources}。</translation>
    </message>
    <message>
        <source>Bring it back from the trash, or choose other sources, and ask again.</source>
        <translation>请从回收站取回，或者另选来源，然后再问一次。</translation>
    </message>
    <message>
        <source>There are no sources to look in.</source>
        <translation>没有可以查找的来源。</translation>
    </message>
    <message>
        <source>Add one and build it, and ask again.</source>
        <translation>请添加一个来源并构建，然后再问一次。</translation>
    </message>
    <message>
        <source>All documents could be read ({documents}).</source>
        <translation>{documents} 个文档都能读取。</translation>
    </message>
    <message>
        <source>Not all could be read or read whole ({count}): {paths}.</source>
        <translation>有 {count} 个文件没能读取或没能读全：{paths}。</translation>
    </message>
    <message>
        <source>See the source&apos;s report for why, and what helps.</source>
        <translation>原因和办法请看来源的报告。</translation>
    </message>
    <message>
        <source>If the right one is missing, open its document, select the passage, and ask why it was not found.</source>
        <translation>如果缺了该有的段落，请打开它的文档，选中那一段，查看为什么没有找到。</translation>
    </message>
    <message>
        <source>No passage was found.</source>
        <translation>没有找到段落。</translation>
    </message>
    <message>
        <source>Ask in other words, or choose more sources.</source>
        <translation>请换个说法提问，或多选几个来源。</translation>
    </message>
    <message>
        <source>Some sources were searched by words alone.</source>
        <translation>有的来源只按词语查找了。</translation>
    </message>
    <message>
        <source>See what the doctor says of the embedder, and ask again.</source>
        <translation>请看“检查”里关于嵌入模型的结果，再问一次。</translation>
    </message>
    <message>
        <source>The passages fit the question well.</source>
        <translation>段落与问题相符。</translation>
    </message>
    <message>
        <source>The passages fit the question only in part.</source>
        <translation>段落与问题只是部分相符。</translation>
    </message>
    <message>
        <source>Read them before you rely on the answer, or ask with the words of the documents.</source>
        <translation>采用回答之前请先读这些段落，或用文档里的词语再问。</translation>
    </message>
    <message>
        <source>The sources do not seem to hold the answer.</source>
        <translation>资料里似乎没有答案。</translation>
    </message>
    <message>
        <source>Add a source that does, or ask so that only the sources may answer.</source>
        <translation>请添加有答案的来源，或要求只凭资料回答。</translation>
    </message>
    <message>
        <source>The model was given all passages ({count}).</source>
        <translation>模型读到了全部 {count} 个段落。</translation>
    </message>
    <message>
        <source>The model was not given all that was found: {reason}.</source>
        <translation>找到的内容没有全部给模型：{reason}。</translation>
    </message>
    <message>
        <source>No model wrote this: the passages are the answer.</source>
        <translation>这不是模型写的：段落就是回答。</translation>
    </message>
    <message>
        <source>{model} wrote it and names what it rests on (passages: {count}).</source>
        <translation>由 {model} 撰写，引用了 {count} 个段落。</translation>
    </message>
    <message>
        <source>Open the passages that it names: if they say otherwise, try a larger model.</source>
        <translation>请打开它引用的段落：如果内容不一样，可以换更大的模型。</translation>
    </message>
    <message>
        <source>{model} wrote it and names no passage: it may have answered from its own memory.</source>
        <translation>由 {model} 撰写，没有引用任何段落：它可能是凭记忆回答的。</translation>
    </message>
    <message>
        <source>Ask so that only the sources may answer, or try a larger model.</source>
        <translation>请要求只凭资料回答，或换更大的模型。</translation>
    </message>
    <message>
        <source>{model} did not finish: {reason}.</source>
        <translation>{model} 没有写完：{reason}。</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>请再问一次。</translation>
    </message>
    <message>
        <source>{model} did not finish.</source>
        <translation>{model} 没有写完。</translation>
    </message>
    <message>
        <source>Nothing was added to the passages.</source>
        <translation>段落之外没有添加任何内容。</translation>
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

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AddSourceDialog</name>
    <message numerus="yes">
        <source>Add %Ln source(s)</source>
        <translation>
            <numerusform>Add %Ln source</numerusform>
            <numerusform>Add %Ln sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AnswerWords</name>
    <message numerus="yes">
        <source>%Ln question(s) were answered without it.</source>
        <translation>
            <numerusform>%Ln question was answered without it.</numerusform>
            <numerusform>%Ln questions were answered without it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s); how long an answer takes is not known yet.</source>
        <translation>
            <numerusform>%Ln question; how long an answer takes is not known yet.</numerusform>
            <numerusform>%Ln questions; how long an answer takes is not known yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s), an answer takes {seconds} s: {time}.</source>
        <translation>
            <numerusform>%Ln question, an answer takes {seconds} s: {time}.</numerusform>
            <numerusform>%Ln questions, an answer takes {seconds} s: {time}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BuildBar</name>
    <message numerus="yes">
        <source>Building; %Ln more source(s) waiting.</source>
        <translation>
            <numerusform>Building; %Ln more source waiting.</numerusform>
            <numerusform>Building; %Ln more sources waiting.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CatalogWords</name>
    <message numerus="yes">
        <source>%Ln source(s) chosen</source>
        <translation>
            <numerusform>%Ln source chosen</numerusform>
            <numerusform>%Ln sources chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChunkPane</name>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shared with the one before</source>
        <translation>
            <numerusform>%Ln shared with the one before</numerusform>
            <numerusform>%Ln shared with the one before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareResult</name>
    <message numerus="yes">
        <source>%Ln question(s) got worse.</source>
        <translation>
            <numerusform>%Ln question got worse.</numerusform>
            <numerusform>%Ln questions got worse.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) got better.</source>
        <translation>
            <numerusform>%Ln question got better.</numerusform>
            <numerusform>%Ln questions got better.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln question(s) only the place of the passage changed.</source>
        <translation>
            <numerusform>Of %Ln question only the place of the passage changed.</numerusform>
            <numerusform>Of %Ln questions only the place of the passage changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CutSide</name>
    <message numerus="yes">
        <source>%Ln character(s) in none</source>
        <translation>
            <numerusform>%Ln character in none</numerusform>
            <numerusform>%Ln characters in none</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DoctorDialog</name>
    <message numerus="yes">
        <source>%Ln thing(s) need your attention.</source>
        <translation>
            <numerusform>%Ln thing needs your attention.</numerusform>
            <numerusform>%Ln things need your attention.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForecastWords</name>
    <message numerus="yes">
        <source>%Ln source(s)</source>
        <translation>
            <numerusform>%Ln source</numerusform>
            <numerusform>%Ln sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GoingOn</name>
    <message numerus="yes">
        <source>%Ln source(s) were not built to the end.</source>
        <translation>
            <numerusform>%Ln source was not built to the end.</numerusform>
            <numerusform>%Ln sources were not built to the end.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GoldenPresenter</name>
    <message numerus="yes">
        <source>%Ln test question(s) got worse with this build.</source>
        <translation>
            <numerusform>%Ln test question got worse with this build.</numerusform>
            <numerusform>%Ln test questions got worse with this build.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) were taken in.</source>
        <translation>
            <numerusform>%Ln question was taken in.</numerusform>
            <numerusform>%Ln questions were taken in.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What %Ln of them expect(s) stands nowhere in your library now.</source>
        <translation>
            <numerusform>What %Ln of them expects stands nowhere in your library now.</numerusform>
            <numerusform>What %Ln of them expect stands nowhere in your library now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) were given out.</source>
        <translation>
            <numerusform>%Ln question was given out.</numerusform>
            <numerusform>%Ln questions were given out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message numerus="yes">
        <source>Removed %Ln source(s). Your own files were not touched.</source>
        <translation>
            <numerusform>Removed %Ln source. Your own files were not touched.</numerusform>
            <numerusform>Removed %Ln sources. Your own files were not touched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PackPresenter</name>
    <message numerus="yes">
        <source>“{title}” is in {file} ({size}), %Ln document(s).</source>
        <translation>
            <numerusform>“{title}” is in {file} ({size}), %Ln document.</numerusform>
            <numerusform>“{title}” is in {file} ({size}), %Ln documents.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{title}” is in your library now, %Ln passage(s).</source>
        <translation>
            <numerusform>“{title}” is in your library now, %Ln passage.</numerusform>
            <numerusform>“{title}” is in your library now, %Ln passages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PreviewPages</name>
    <message numerus="yes">
        <source>of %Ln page(s)</source>
        <translation>
            <numerusform>of %Ln page</numerusform>
            <numerusform>of %Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionsPage</name>
    <message numerus="yes">
        <source>%Ln question(s)</source>
        <translation>
            <numerusform>%Ln question</numerusform>
            <numerusform>%Ln questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportWords</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln read</source>
        <translation>
            <numerusform>%Ln read</numerusform>
            <numerusform>%Ln read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln left out</numerusform>
            <numerusform>%Ln left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read</source>
        <translation>
            <numerusform>%Ln not read</numerusform>
            <numerusform>%Ln not read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message numerus="yes">
        <source>%Ln question(s) got worse since the run before.</source>
        <translation>
            <numerusform>%Ln question got worse since the run before.</numerusform>
            <numerusform>%Ln questions got worse since the run before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) are new since the run before.</source>
        <translation>
            <numerusform>%Ln question is new since the run before.</numerusform>
            <numerusform>%Ln questions are new since the run before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceWords</name>
    <message numerus="yes">
        <source>%Ln file(s) with problems</source>
        <translation>
            <numerusform>%Ln file with problems</numerusform>
            <numerusform>%Ln files with problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s)</source>
        <translation>
            <numerusform>%Ln source</numerusform>
            <numerusform>%Ln sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s)</source>
        <translation>
            <numerusform>about %Ln min</numerusform>
            <numerusform>about %Ln min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s)</source>
        <translation>
            <numerusform>about %Ln h</numerusform>
            <numerusform>about %Ln h</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message numerus="yes">
        <source>%Ln sentence(s) to compare</source>
        <translation>
            <numerusform>%Ln sentence to compare</numerusform>
            <numerusform>%Ln sentences to compare</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>Building %Ln source(s)</source>
        <translation>
            <numerusform>Building %Ln source</numerusform>
            <numerusform>Building %Ln sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrialWords</name>
    <message numerus="yes">
        <source>Your %Ln test question(s) are asked in both ways.</source>
        <translation>
            <numerusform>Your %Ln test question is asked in both ways.</numerusform>
            <numerusform>Your %Ln test questions are asked in both ways.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WayForm</name>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
</context>
</TS>

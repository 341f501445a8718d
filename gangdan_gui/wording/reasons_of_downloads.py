"""The sentences about addresses, the network, and what was downloaded."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.translating import QT_TRANSLATE_NOOP

DOWNLOADS: Mapping[str, str] = {
    "never-downloaded": QT_TRANSLATE_NOOP("reasons", "it was never downloaded; build it with the network once"),
    "not-http": QT_TRANSLATE_NOOP("reasons", "only addresses that begin with http or https can be read"),
    "no-host": QT_TRANSLATE_NOOP("reasons", "it names no server"),
    "credentials": QT_TRANSLATE_NOOP("reasons", "there is a name or password in it, which everybody would see"),
    "not-an-address": QT_TRANSLATE_NOOP("reasons", "it is not an address"),
    "other-file": QT_TRANSLATE_NOOP("reasons", "what arrived is another file than the one that was asked for"),
    "mirror-half": QT_TRANSLATE_NOOP("reasons", "one of the two addresses is missing"),
    "mirror-itself": QT_TRANSLATE_NOOP("reasons", "both are the same address"),
    "no-repository": QT_TRANSLATE_NOOP("reasons", "“{detail}” is not a repository on GitHub"),
    "unreachable": QT_TRANSLATE_NOOP("reasons", "{detail} can't be reached; check the network and its proxy"),
    "no-answer": QT_TRANSLATE_NOOP("reasons", "{detail} did not answer in time"),
    "broken-off": QT_TRANSLATE_NOOP("reasons", "the connection to {detail} broke while it was being downloaded"),
    "too-long": QT_TRANSLATE_NOOP("reasons", "the download was not done after {detail} minutes"),
    "not-there": QT_TRANSLATE_NOOP("reasons", "there is nothing at its address ({detail})"),
    "forbidden": QT_TRANSLATE_NOOP("reasons", "the server does not give it out ({detail})"),
    "http-status": QT_TRANSLATE_NOOP("reasons", "the server reported an error ({detail})"),
    "rate-limited": QT_TRANSLATE_NOOP(
        "reasons", "the server has had too many requests from this network; build again after {detail} to go on"
    ),
    "busy": QT_TRANSLATE_NOOP(
        "reasons", "the server has had too many requests from this network; build again later to go on"
    ),
    "short-body": QT_TRANSLATE_NOOP("reasons", "only a part of it arrived"),
    "login-page": QT_TRANSLATE_NOOP("reasons", "the server wants a login: {detail}"),
    "moved": QT_TRANSLATE_NOOP("reasons", "the page only says that it has moved: {detail}"),
    "error-page": QT_TRANSLATE_NOOP("reasons", "the server sent an error instead of it: {detail}"),
    "redirect-refused": QT_TRANSLATE_NOOP("reasons", "its server points to {detail}, which is not followed"),
    "redirect-loop": QT_TRANSLATE_NOOP("reasons", "its server sends us round in a circle, to {detail}"),
    "certificate": QT_TRANSLATE_NOOP(
        "reasons",
        "the certificate of {detail} is signed by nobody that is trusted here, so nothing was asked for; where the "
        "school's network looks into what is downloaded, ask who looks after it for its certificate, a file that the "
        "setting “Further certificates” takes",
    ),
    "certificate-own": QT_TRANSLATE_NOOP(
        "reasons",
        "{detail} has signed its certificate itself, so nobody can tell that it is what it says, and nothing was asked "
        "for; if the server is your school's, ask who looks after it for the certificate, a file that the setting "
        "“Further certificates” takes",
    ),
    "certificate-expired": QT_TRANSLATE_NOOP(
        "reasons",
        "the certificate of {detail} has expired, so nothing was asked for; see whether the date of this computer is "
        "right, else only who runs the server can renew it",
    ),
    "certificate-early": QT_TRANSLATE_NOOP(
        "reasons",
        "the certificate of {detail} is not valid yet, so nothing was asked for; see whether the date of this computer "
        "is right",
    ),
    "certificate-name": QT_TRANSLATE_NOOP(
        "reasons",
        "what answers for {detail} has the certificate of another server, so nothing was asked for; see whether the "
        "network wants a login in the browser first, and whether the address is right",
    ),
    "certificates-unreadable": QT_TRANSLATE_NOOP(
        "reasons",
        "the file that the setting “Further certificates” names can't be read or holds no certificate: {detail}; it "
        "should be a PEM file",
    ),
    "proxy-broken": QT_TRANSLATE_NOOP("reasons", "the proxy can't be used: {detail}; see the setting “Proxy”"),
    "proxy-socks": QT_TRANSLATE_NOOP(
        "reasons",
        "the proxy {detail} speaks SOCKS, which is not spoken here; programs that offer it mostly offer an HTTP proxy "
        "too, whose address the setting “Proxy” takes",
    ),
    "proxy-password": QT_TRANSLATE_NOOP(
        "reasons",
        "the proxy wants a name and a password, or others than it was given; write them into the setting “Address of "
        "the proxy”: http://NAME:PASSWORD@HOST:PORT",
    ),
    "too-large": QT_TRANSLATE_NOOP("reasons", "it is larger than {detail} MB"),
    "archive-damaged": QT_TRANSLATE_NOOP("reasons", "the archive that arrived is damaged: {detail}"),
    "not-archive": QT_TRANSLATE_NOOP("reasons", "what arrived is not an archive of its files"),
    "other-commit": QT_TRANSLATE_NOOP("reasons", "the archive that arrived is of another commit ({detail})"),
    "branch-gone": QT_TRANSLATE_NOOP(
        "reasons", "“{detail}” is not there any more; the default branch was taken instead"
    ),
    "commit-unknown": QT_TRANSLATE_NOOP(
        "reasons", "nobody said which commit of {detail} this is, so its links may later show newer text"
    ),
    "page-limit": QT_TRANSLATE_NOOP(
        "reasons", "the site has more pages; {detail} were taken, as many as its source allows"
    ),
    "depth-limit": QT_TRANSLATE_NOOP(
        "reasons", "the site has more pages; links were followed {detail} deep, as far as its source allows"
    ),
    "site-limit": QT_TRANSLATE_NOOP("reasons", "the site has more pages; no more than {detail} MB are taken"),
    "no-links": QT_TRANSLATE_NOOP("reasons", "{detail} leads to no other page now; the pages from before stay"),
    "robots": QT_TRANSLATE_NOOP("reasons", "{detail} asks programs not to read it (robots.txt)"),
    "robots-some": QT_TRANSLATE_NOOP(
        "reasons", "pages that the site asks programs not to read were left out (robots.txt): {detail}"
    ),
}

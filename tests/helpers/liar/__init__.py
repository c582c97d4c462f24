"""The liar: ways in which a model lies about a page, each with an honest twin, and a grader that trusts nobody.

``pages`` holds the texts that are lied about, ``lie`` what a lie is, ``catalogue`` all of them, ``grader`` what counts
as shown. May import exactquote's page and reader, to have a page to lie about; the grader looks at plain values only.
"""

"""A session as a file to take along: JSON, CSV, Markdown, HTML or Web Annotations, the same for the command line and
the API.

Everything in it was said by a page or a model: HTML and Markdown are escaped, CSV cells cannot become formulas, and
only http and https addresses become links. What nobody verified says so in every form (:mod:`.words`). This room may
import the records of the store; it reads and writes nothing.
"""

"""What is kept, and for how long.

So far: captured pages, in memory only, the least recently used dropped first. This room may import ``exactquote``; it
knows nothing of models or the web.
"""

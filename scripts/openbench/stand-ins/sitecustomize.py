"""Python runs this before any program that has its folder in PYTHONPATH.

OpenBench's server and workers ask GitHub for commits, sources, books and the match runner. In the exercise
(../exercise.ts) these requests go to a local server instead, named by LOCAL_GITHUB; OpenBench itself stays as it is.
"""
import os
import sys

LOCAL = os.environ.get('LOCAL_GITHUB')

if LOCAL:
    try:
        import requests
    except ImportError:
        print('the exercise needs the Python package requests', file=sys.stderr)
    else:
        HOSTS = ('https://api.github.com/', 'https://github.com/', 'https://raw.githubusercontent.com/')
        original = requests.Session.request

        def request(self, method, url, *args, **kwargs):
            if url.startswith(HOSTS):
                url = LOCAL + url[len('https:/'):]
            return original(self, method, url, *args, **kwargs)

        requests.Session.request = request

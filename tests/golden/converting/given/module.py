#!/usr/bin/env python3
"""Hoses and how to roll them.

Use <hose> with care: roll(*args, **kwargs) is quick.
"""

import sys


def roll(hose):
    """Roll it."""
    return sys.intern(hose)

# -*- coding: utf-8 -*-
"""
====================
Counting rain drops
====================

How :func:`~garden.count` works, with *drops*.
"""

# License: none
drops = [1, 2, 3]

# %%
# A second look
# -------------
# Now we sum:
#
# .. note:: Drops are small.
total = sum(drops)

##############################################################################
# And print, as :math:`x^2`.

print(total)  # noqa: F821

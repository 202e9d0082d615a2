"""`python -m gmtool`."""

import sys

from gmtool.cli import main

sys.exit(main())

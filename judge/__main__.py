"""`python -m judge` is the same as `judge`."""

import sys

from judge.cli.main import main

sys.exit(main())

"""What all tests share: properties are tried for as long as they take, because a slow machine is no fault of theirs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

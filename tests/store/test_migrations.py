"""The migrations build what the models say, up and down on filled stores, whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from judge.store.migrate import MigrationFailed, migrate
from judge.store.schema import metadata
from judge.store.store import SqlStore
from judge.usecases.ports import AuditEntry
from tests.pg import Postgres
from tests.store.samples import MIGRATIONS, NOON, HandClock, letter, mail, open_store, race, result, stored_game

HEAD = max(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))
BROKEN = f"""
revision = "9999"
down_revision = "{HEAD}"

from alembic import op
import sqlalchemy as sa


def upgrade():
    op.create_table("half", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("INSERT INTO marks (key, at) VALUES ('half', 1)")
    raise ZeroDivisionError("power cut")
"""


@pytest.fixture
def postgres_url(postgres: Postgres, clock: HandClock) -> Iterator[str]:
    """A database of one's own, since these tests change its tables."""
    with postgres.database() as url:
        store = open_store(url, clock)
        store.migrate(MIGRATIONS)
        store.close()
        yield url


def fill(store: SqlStore) -> None:
    """A row in every table."""
    (kept,) = store.inbox.keep([letter()])
    game = stored_game(store)
    with store.begin() as unit:
        unit.add_person("ann@x.example", name="Ann", language="en", zone="", at=NOON)
        unit.put_orders(game.id, "1425M", "FRANCE", ["A PAR H"], letter=kept.id, by="FRANCE", at=NOON)
        unit.add_result(result(game.id))
        unit.add_press(game.id, "1425M", "FRANCE", ["ALL"], "Hello", letter=kept.id, at=NOON)
        unit.add_note(game.id, game.seats[0].id, "FRANCE", "1425M", "I trust nobody", at=NOON)
        unit.post(mail(letter=kept.id))
        unit.mark("one", NOON)
        unit.audit(AuditEntry(game.id, NOON, "MASTER", "PROCESS", {}, kept.id))
        unit.remember("beat", 1)
    with store.begin() as unit:
        for table in metadata.tables.values():
            assert unit.connection.execute(table.select()).first() is not None, table.name


def tables(store: SqlStore) -> set[str]:
    return set(inspect(store.engine).get_table_names())


def test_the_migrations_build_what_the_models_say(store: SqlStore):
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


def test_a_filled_store_goes_down_and_up_again(store: SqlStore):
    fill(store)
    migrate(store.engine, MIGRATIONS, "base", down=True)
    assert tables(store) == {"alembic_version"}
    store.migrate(MIGRATIONS)
    fill(store)


@pytest.mark.parametrize("step", [path.name[:4] for path in sorted((MIGRATIONS / "versions").glob("0*.py"))][:-1])
def test_rows_survive_the_way_down_to_a_step_and_up_again(store: SqlStore, step: str):
    fill(store)
    kept = sorted(set(metadata.tables) - {"diary"})
    before = {name: rows(store, name) for name in kept}
    migrate(store.engine, MIGRATIONS, step, down=True)
    store.migrate(MIGRATIONS)
    assert {name: rows(store, name) for name in kept} == before


def test_a_result_that_was_rolled_back_is_no_result_for_the_program_before(store: SqlStore):
    fill(store)
    with store.begin() as unit:
        game = unit.game("first")
        assert game is not None
        unit.undo_results(game.id, 1, by=2)
    migrate(store.engine, MIGRATIONS, "0002", down=True)
    store.migrate(MIGRATIONS)
    with store.begin() as unit:
        assert unit.results(game.id) == []


def rows(store: SqlStore, table: str) -> list[tuple[object, ...]]:
    with store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(metadata.tables[table].select())]


def test_migrating_a_store_that_is_up_to_date_changes_nothing(store: SqlStore):
    fill(store)
    store.migrate(MIGRATIONS)
    with store.begin() as unit:
        assert not unit.mark("one", NOON)
        assert unit.game("first") is not None


def test_a_migration_that_fails_leaves_the_old_tables_and_rows(store: SqlStore, tmp_path: Path):
    fill(store)
    scripts = shutil.copytree(MIGRATIONS, tmp_path / "100% new")
    (scripts / "versions" / "9999_broken.py").write_text(BROKEN)
    before = tables(store)
    with pytest.raises(ZeroDivisionError):
        store.migrate(scripts)
    assert tables(store) == before
    with store.begin() as unit:
        assert unit.mark("half", NOON)
        assert not unit.mark("one", NOON)
    store.migrate(MIGRATIONS)


def test_a_store_written_by_a_newer_program_is_refused(store: SqlStore):
    with store.begin() as unit:
        unit.connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(MigrationFailed, match="9999"):
        store.migrate(MIGRATIONS)


def test_a_database_that_is_not_there_is_reported_in_one_line():
    store = open_store("postgresql+psycopg://judge@127.0.0.1:1/judge", HandClock())
    with pytest.raises(MigrationFailed, match="cannot be opened"):
        store.migrate(MIGRATIONS)
    store.close()


def test_a_file_that_is_no_database_is_reported_and_not_touched(tmp_path: Path):
    (tmp_path / "judge.sqlite").write_text("a letter to somebody" * 100)
    store = open_store(f"sqlite:///{tmp_path / 'judge.sqlite'}", HandClock())
    with pytest.raises(MigrationFailed, match="not a database"):
        store.migrate(MIGRATIONS)
    store.close()
    assert (tmp_path / "judge.sqlite").read_text().startswith("a letter")


def test_keys_are_enforced_again_after_a_migration(sqlite_url: str, clock: HandClock):
    store = open_store(sqlite_url, clock)
    store.migrate(MIGRATIONS)
    with store.begin() as unit:
        assert unit.connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
    store.close()


def test_nodes_that_start_together_on_an_empty_database_all_start(
    postgres: Postgres, opened: Callable[[str], SqlStore]
):
    with postgres.database() as url:
        nodes = [opened(url) for _ in range(3)]
        assert race(3, lambda n: nodes[n].migrate(MIGRATIONS)) == [None] * 3
        for node in nodes:
            node.close()

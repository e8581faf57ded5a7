"""The command, and what stands in for the application when it cannot be made."""

import sys
from contextlib import suppress
from importlib import import_module

import click
from flask import Flask

from bot.cli.doctor import names
from bot.cli.doctor.finding import Mark, bad
from bot.cli.doctor.report import Report
from bot.config import load_settings
from bot.errors import ConfigurationError
from bot.i18n.terminal import terminal_language


@click.command("doctor")
@click.option("--lang", envvar=["LC_ALL", "LC_MESSAGES", "LANG"], help="fr or en; otherwise the terminal's.")
def doctor(lang: str | None) -> None:
    """Check that everything works that the settings name. Exits with 1 when something does not."""
    language = terminal_language(lang)
    try:
        settings = load_settings()
    except ConfigurationError as error:
        report = Report(language)
        for problem in str(error).split("; "):
            click.echo(report.line("doctor_settings", bad("doctor_why_said", said=problem)))
        with suppress(ConfigurationError):  # told above
            if (slip := names.look()).mark is Mark.BAD:
                click.echo(report.line("doctor_names", slip))
    else:
        report = Report(language, settings.secret_values())
        # Loaded only here: every web process knows this command, and none needs the clients that it tries.
        checks = import_module("bot.cli.doctor.table").checks(settings)
        for line in report.lines(import_module("bot.cli.doctor.examination").examine(checks, settings)):
            click.echo(line)
    click.echo(report.verdict())
    sys.exit(1 if report.bad else 0)


def only_the_doctor(error: ConfigurationError) -> Flask:
    """An application that cannot be made leaves the doctor alone. Whatever else wants it ends with one line."""
    asked = click.get_current_context(silent=True) is not None and "doctor" in sys.argv[1:]
    if not asked:
        sys.exit(f"palabre: {error}")
    app = Flask("palabre", static_folder=None)
    app.cli.add_command(doctor)
    return app

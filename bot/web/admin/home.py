"""The first page: how today goes."""

from flask import Blueprint, Response

from bot.web.admin.desk import Desk, Section


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The view."""

    @blueprint.get("")
    def home() -> Response:
        return desk.show("home.html")


SECTION = Section("home", "admin_home", add)

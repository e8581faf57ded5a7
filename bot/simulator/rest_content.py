"""The Content API's routes over the stand-in: create, list, fetch and delete templates."""

from flask import Blueprint, Response, jsonify, request

from bot.simulator.contents import Contents
from bot.simulator.records import Refusal

Reply = Response | tuple[Response, int]

ALL = "/v1/Content"
ONE = "/v1/Content/<sid>"
HOST = "https://content.twilio.com"


def content_routes(blueprint: Blueprint, contents: Contents) -> None:
    """Add the routes; whoever owns the blueprint checks the credentials."""

    @blueprint.post(ALL)
    def create_content() -> Reply:
        document = request.get_json(silent=True)
        if not isinstance(document, dict):
            return refused(Refusal(400, 92002, "The Content could not be created: no JSON"))
        made = contents.create(document)
        return refused(made) if isinstance(made, Refusal) else (jsonify(contents.resource(made)), 201)

    @blueprint.get(ALL)
    def list_contents() -> Reply:
        found = contents.all()
        size, number = request.args.get("PageSize", 50, int), request.args.get("Page", 0, int)
        start = size * number
        more = f"{HOST}{ALL}?PageSize={size}&Page={number + 1}" if start + size < len(found) else None
        shown = [contents.resource(content) for content in found[start : start + size]]
        return jsonify(contents=shown, meta={"key": "contents", "page_size": size, "next_page_url": more})

    @blueprint.get(ONE)
    def fetch_content(sid: str) -> Reply:
        found = next((content for content in contents.all() if content.sid == sid), None)
        return jsonify(contents.resource(found)) if found else not_found()

    @blueprint.get(f"{ONE}/ApprovalRequests")
    def fetch_approval(sid: str) -> Reply:
        if not any(content.sid == sid for content in contents.all()):
            return not_found()
        status = contents.approvals.get(sid, "unsubmitted")
        return jsonify(sid=sid, whatsapp={"type": "whatsapp", "status": status, "rejection_reason": ""})

    @blueprint.delete(ONE)
    def delete_content(sid: str) -> Reply:
        return (Response(), 204) if contents.delete(sid) else not_found()


def refused(refusal: Refusal) -> Reply:
    """An error as every Twilio API answers it."""
    more = f"https://www.twilio.com/docs/errors/{refusal.code}"
    body = jsonify(code=refusal.code, message=refusal.message, more_info=more, status=refusal.http_status)
    return body, refusal.http_status


def not_found() -> Reply:
    """As Twilio answers for what it does not have."""
    return refused(Refusal(404, 20404, f"The requested resource {request.path} was not found"))

"""What Twilio's API tells of the account: its state, its numbers and its messaging services with their webhooks."""

from flask import Blueprint, Response, jsonify, request

from bot.simulator.forms import API_VERSION
from bot.simulator.records import Account
from bot.simulator.twilio import TwilioStandIn


def add_account_routes(blueprint: Blueprint, stand_in: TwilioStandIn) -> None:
    """To a blueprint that asks for credentials. Every service sends to the one webhook, as does the SMS number."""
    account: Account = stand_in.account
    root = f"/{API_VERSION}/Accounts/{account.sid}"

    @blueprint.get(f"{root}.json")
    def show_account() -> Response:
        return jsonify(sid=account.sid, friendly_name="Palabre", status="active", type="Full")

    @blueprint.get(f"{root}/IncomingPhoneNumbers.json")
    def list_numbers() -> Response:
        mine = request.args.get("PhoneNumber", account.sms_number) == account.sms_number
        number = {"phone_number": account.sms_number, "sms_url": stand_in.webhook_url, "sms_method": "POST"}
        return jsonify(incoming_phone_numbers=[number] if mine else [], next_page_uri=None)

    @blueprint.get("/v1/Services/<sid>")
    def show_service(sid: str) -> Response:
        url = stand_in.webhook_url
        return jsonify(sid=sid, inbound_request_url=url, inbound_method="POST", use_inbound_webhook_on_number=False)

"""The kind of an attachment by its content, whatever it is called."""

import pytest

from bot.services.attachments.reading import Kind
from bot.services.attachments.sniffing import kind_of

FTYP = b"\x00\x00\x00\x18ftyp"


@pytest.mark.parametrize(
    ("body", "declared", "kind"),
    [
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg", Kind.PHOTO),
        (b"\x89PNG\r\n\x1a\n", "application/pdf", Kind.PHOTO),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "", Kind.PHOTO),
        (FTYP + b"heic", "image/heic", Kind.PHOTO),
        (b"OggS\x00\x02", "audio/ogg", Kind.VOICE),
        (b"#!AMR\n", "", Kind.VOICE),
        (b"ID3\x04", "audio/mpeg", Kind.VOICE),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", "", Kind.VOICE),
        (FTYP + b"M4A ", "", Kind.VOICE),
        (FTYP + b"isom", "audio/mp4", Kind.VOICE),
        (FTYP + b"isom", "video/mp4", Kind.VIDEO),
        (b"\x1a\x45\xdf\xa3", "audio/webm", Kind.VOICE),
        (b"%PDF-1.7", "image/jpeg", Kind.DOCUMENT),
        (b"PK\x03\x04", "image/jpeg", Kind.DOCUMENT),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", Kind.DOCUMENT),
        (b"Un texte, tout simplement.", "", Kind.DOCUMENT),
        ("a;b\n1;2".encode("utf-16"), "text/csv", Kind.DOCUMENT),
        (b"<!doctype html><svg></svg><html>", "application/pdf", Kind.DOCUMENT),
        (b"\xef\xbb\xbfBEGIN:VCARD\nVERSION:3.0", "text/vcard", Kind.CONTACT),
        (b'<?xml version="1.0"?><svg xmlns="x"><script/></svg>', "image/png", Kind.OTHER),
        (b"<html><h1>403 Forbidden</h1></html>", "image/jpeg", Kind.OTHER),
        (b'{"code": 20404}', "audio/ogg", Kind.OTHER),
        (b"BEGIN:VCARD\nVERSION:3.0", "text/plain", Kind.CONTACT),
        (b"\x7fELF\x02\x01\x01\x00", "image/jpeg", Kind.OTHER),
        (b"BM6\x00\x03\x00\x00\x00\x00\x006\x00\x00\x00(\x00\x00\x00", "", Kind.PHOTO),
        (b"BMCE Bank;Solde\nmai;12000\n", "text/csv", Kind.DOCUMENT),
        (b"BM", "text/plain", Kind.DOCUMENT),
        (b"ID3;Nom\n7;Awa\n", "text/csv", Kind.DOCUMENT),
        (b"RIFF : le Rif marocain", "text/plain", Kind.DOCUMENT),
        (b"RIFF\x10\x00\x00\x00ACON", "image/gif", Kind.OTHER),
    ],
)
def test_by_content(body: bytes, declared: str, kind: Kind) -> None:
    assert kind_of(body, declared) is kind

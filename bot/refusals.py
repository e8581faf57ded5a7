"""Why what people send is not read: what bot.errors' AttachmentRefused, FileUnreadable and SoundUnreadable say."""

from enum import StrEnum
from typing import Final


class AttachmentRefusal(StrEnum):
    """Why something that a person sent is not read, or not all of it. Each has a sentence, `attachment_<reason>`,
    but the last."""

    NOT_READ = "not_read"  # a kind that is not
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    EMPTY = "empty"
    EXPIRED = "expired"  # it is not where it was said to be any more
    UNREACHABLE = "unreachable"  # nor was it after every try
    CORRUPT = "corrupt"
    SILENT = "silent"  # a voice message in which nothing is said
    TOO_LONG = "too_long"
    NO_EARS = "no_ears"  # nobody here writes down what is said
    NOT_HEARD = "not_heard"  # who does is away
    TOO_MANY_PIXELS = "too_many_pixels"  # this and the next of photos alone
    TOO_SMALL = "too_small"
    BLURRED = "blurred"
    DARK = "dark"
    WASHED_OUT = "washed_out"
    NO_WORDS = "no_words"  # nothing to read on it, where the models see nothing
    NO_EYES = "no_eyes"  # … nor is there anything that could read
    ENCRYPTED = "encrypted"  # a password is needed; this and the next of documents alone
    OLD_FORMAT = "old_format"  # slides and texts of before 1997; workbooks that are binary since 2007
    ARCHIVE = "archive"  # several files in one, or no document
    TOO_COMPLEX = "too_complex"  # to be read within its bounds
    TOO_MANY_PAGES = "too_many_pages"
    ONLY_PICTURES = "only_pictures"  # in a document that is no PDF: nothing on them is read
    SCANNED = "scanned"  # pages that are pictures, where the models see nothing
    PARTLY = "partly"  # longer than is read: its beginning is
    FIRST_PAGE = "first_page"  # … of a picture with several pages
    LIBRARY_FULL = "library_full"  # of what the person sent before
    OVER_ALLOWANCE = "over_allowance"  # a guest's: not even fetched, and told in the words for that


MAY_BE_WRONG: Final = (AttachmentRefusal.BLURRED, AttachmentRefusal.DARK, AttachmentRefusal.WASHED_OUT)
"""What a measure says of a photo: whoever took it may see more on it, and have it read all the same."""


class Unreadable(StrEnum):
    """Why no text is to be had from a file."""

    EMPTY = "empty"
    PASSWORD = "password"  # noqa: S105 - it needs one
    CORRUPT = "corrupt"
    TOO_LARGE = "too_large"  # or too complex: more than its bounds in memory or time
    NO_TEXT = "no_text"  # pages that are pictures
    ONLY_PICTURES = "only_pictures"  # a file, no PDF, that holds pictures and no word
    PICTURE = "picture"
    OLD_FORMAT = "old_format"  # slides and texts of before 1997; workbooks that are binary since 2007
    ARCHIVE = "archive"  # several files in one, or no document
    UNKNOWN = "unknown"  # a kind that is not read: a sound, a program
    NO_SUCH_PLACE = "no_such_place"  # there is no such page, slide, part or sheet


class UnreadableSound(StrEnum):
    """Why a sound cannot be listened to."""

    EMPTY = "empty"
    SILENT = "silent"  # or so short that nothing was said
    TOO_LONG = "too_long"
    CORRUPT = "corrupt"
    VIDEO = "video"  # pictures that move, with or without a sound
    UNKNOWN = "unknown"  # something else, whatever it calls itself

"""`python -m tests.bench.plain_photo FILE LONG_SIDE`: the photo upright and small, by Pillow alone."""

import io
import sys

from PIL import Image, ImageOps


def main(path: str, long_side: int) -> None:
    if path.endswith(".heic"):
        import pillow_heif

        pillow_heif.register_heif_opener()
    image = Image.open(path)
    image.thumbnail((long_side, long_side))
    ImageOps.exif_transpose(image).convert("RGB").save(io.BytesIO(), "JPEG", quality=85, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

"""`python -m tests.bench.plain_documents xlsx|pptx`: the library alone, without our looks, checks and layout, makes a
file of the same size: what a script that somebody writes in ten minutes costs."""

import io
import sys

ROWS, SLIDES = 1_000, 20


def sheet() -> bytes:
    """1,000 rows with a formula each."""
    import openpyxl

    made = openpyxl.Workbook()
    for n in range(ROWS):
        made.active.append([f"{n:06d}", n * 100, n * 40, f"=B{n + 1}-C{n + 1}"])
    body = io.BytesIO()
    made.save(body)
    return body.getvalue()


def slides() -> bytes:
    """20 slides: points, charts and tables by turns."""
    import pptx
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    made, place = pptx.Presentation(), (Inches(1), Inches(2), Inches(8), Inches(4))
    for n in range(SLIDES):
        slide = made.slides.add_slide(made.slide_layouts[5 if n % 4 > 1 else 1])
        slide.shapes.title.text = f"Titre {n}"
        if n % 4 == 2:
            data = CategoryChartData()
            data.categories = list("abcdef")
            data.add_series("s", [0, 12, 22, 29, 32, 32])
            slide.shapes.add_chart(XL_CHART_TYPE.LINE_MARKERS, *place, data)
        elif n % 4 == 3:
            made_table = slide.shapes.add_table(4, 3, *place).table
            for row in range(4):
                for column in range(3):
                    made_table.cell(row, column).text = "Dioxyde de carbone"
        else:
            slide.placeholders[1].text = "Un\nDeux\nTrois\nQuatre"
    body = io.BytesIO()
    made.save(body)
    return body.getvalue()


if __name__ == "__main__":
    sys.stdout.buffer.write({"xlsx": sheet, "pptx": slides}[sys.argv[1]]())

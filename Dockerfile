# One image for web, workers and release (fly.toml says which). Checked by `make lint`.
FROM python:3.11-slim AS build
WORKDIR /app
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements.txt constraints.txt ./
RUN python -m venv /opt/palabre && /opt/palabre/bin/pip install -r requirements.txt -c constraints.txt

FROM python:3.11-slim
# An init reaps the children that documents and pages are handled in, and passes SIGTERM on. tesseract reads the words on
# photos where MODEL_SEES is false.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends tini tesseract-ocr tesseract-ocr-fra \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# Two heaps a process are enough for threads of which one computes at a time; the usual eight a core each keep what others free.
ENV ENVIRONMENT=production PATH="/opt/palabre/bin:$PATH" PYTHONUNBUFFERED=1
COPY --from=build /opt/palabre /opt/palabre
COPY . .
# An ordinary user: bash_execute makes its walls without root, and says at the start where it cannot (docs/operations.md).
# Fonts, prompts and sentences lie in bot/ and templates/; only var/ is written to, where STORAGE_URL is no bucket.
RUN python -m compileall -q bot jobs wsgi.py \
 && useradd --system --user-group --uid 10001 --no-create-home palabre \
 && install -d -o palabre -g palabre var
USER 10001
EXPOSE 8000
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["gunicorn", "wsgi:app"]

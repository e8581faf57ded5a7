FROM python:3.11-slim
# An init reaps the children that documents and pages are handled in.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV ENVIRONMENT=production
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir -r requirements.txt -c constraints.txt
COPY . .
RUN useradd --system palabre && mkdir -p var && chown palabre var
USER palabre
ENTRYPOINT ["tini", "--"]
CMD ["gunicorn", "wsgi:app"]

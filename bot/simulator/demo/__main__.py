"""`python -m bot.simulator.demo --port N`: serve the demo world on 127.0.0.1 until it is stopped."""

import argparse
import logging

from werkzeug.serving import make_server

from bot.simulator.demo.server import create_demo


def main() -> None:
    """Serve for ever."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # a line per request would drown the rest
    make_server("127.0.0.1", port, create_demo(), threaded=True).serve_forever()


if __name__ == "__main__":
    main()

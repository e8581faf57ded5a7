"""`python -m bot.cli.doctor [--lang en]`: the doctor without the application."""

from bot.cli.doctor.command import doctor

if __name__ == "__main__":
    doctor()

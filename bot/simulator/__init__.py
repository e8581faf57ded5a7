"""Development only: a stand-in for Twilio, the two phones people try Palabre with, and the demo model."""

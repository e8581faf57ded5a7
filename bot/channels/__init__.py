"""Pure text code of the channels: what comes in from Twilio, what goes out to WhatsApp and SMS. No I/O."""

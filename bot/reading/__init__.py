"""What people write: the inbound form, commands, keywords, answers. Pure text code; how we write is bot.channels."""

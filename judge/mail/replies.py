"""Every answer that the listener gives in the SMTP dialogue, in one table.

Nothing else is ever written to a peer: no text of an exception, no version, no echo of what the peer sent. Codes are
those of RFC 5321, enhanced codes those of RFC 3463.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; `hang_up` says that the connection ends with it."""

    code: int
    enhanced: str
    text: str
    hang_up: bool = False

    def line(self) -> bytes:
        """The answer as it goes over the wire, without its line end."""
        middle = f" {self.enhanced}" if self.enhanced else ""
        return f"{self.code}{middle} {self.text}".encode("ascii")

    @property
    def refuses(self) -> bool:
        """Is it a permanent refusal?"""
        return self.code >= 500


OK = Reply(250, "2.0.0", "OK")
SENDER_OK = Reply(250, "2.1.0", "Sender OK")
RECIPIENT_OK = Reply(250, "2.1.5", "Recipient OK")
KEPT = Reply(250, "2.0.0", "Kept; an answer comes by mail")
GO_AHEAD = Reply(354, "", "Send the message, end it with a line holding one dot")
BYE = Reply(221, "2.0.0", "Goodbye", hang_up=True)
CANNOT_VERIFY = Reply(252, "2.5.1", "Send mail and see")
HELP = Reply(214, "2.0.0", "Mail the word HELP to the judge")

NOT_NOW = Reply(451, "4.3.0", "Could not keep the message; please try again later")
TOO_MANY_RECIPIENTS = Reply(452, "4.5.3", "Too many recipients")
STOPPING = Reply(421, "4.3.2", "Closing down; please try again", hang_up=True)
TOO_LONG_A_SESSION = Reply(421, "4.4.2", "Session took too long", hang_up=True)
TOO_MANY_CONNECTIONS = Reply(421, "4.7.0", "Too many connections; please try again later", hang_up=True)
TOO_MANY_COMMANDS = Reply(421, "4.7.0", "Too many commands", hang_up=True)
TOO_MANY_ERRORS = Reply(421, "4.7.0", "Too many errors", hang_up=True)

SYNTAX = Reply(500, "5.5.2", "Not understood")
BAD_ARGUMENT = Reply(501, "5.5.4", "Bad argument")
NOT_IMPLEMENTED = Reply(502, "5.5.1", "Not implemented")
BAD_SEQUENCE = Reply(503, "5.5.1", "Not in this order")
UNKNOWN_PARAMETER = Reply(555, "5.5.4", "Parameter not supported")
TLS_NEEDED = Reply(530, "5.7.0", "Say STARTTLS first")
TLS_FAILED = Reply(454, "4.7.0", "TLS not available")
BARE_NEWLINE = Reply(521, "5.5.2", "Lines must end in CR LF", hang_up=True)
NOT_SMTP = Reply(521, "5.5.1", "This is a mail server", hang_up=True)
BAD_SENDER = Reply(553, "5.1.7", "Sender address not understood")
NO_SUCH_RECIPIENT = Reply(550, "5.1.1", "No such address here")
TOO_BIG = Reply(552, "5.3.4", "Message too big; orders are short, please send no attachments")
HEADER_TOO_BIG = Reply(552, "5.3.4", "Message header too big")
BAD_HEADER = Reply(554, "5.6.0", "Message header is malformed")
BAD_BYTES = Reply(554, "5.6.0", "Message holds forbidden bytes")
TOO_MANY_PARTS = Reply(554, "5.6.0", "Message has too many parts; please send plain text")
LOOP = Reply(554, "5.4.6", "Mail loop: too many hops")

import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { onTestFinished } from "vitest";
import { type Mail, parseMail } from "./outbox.ts";

/** What the mail server says to a whole message: takes it over, refuses it with a code and words, or is gone. */
type Answer = "taken" | `${number} ${string}` | "hang up";

/** A mail server that takes over everything, unless a test scripts it otherwise. */
export interface MailServer {
  url: string;
  /** Every message that came whole, in order, whatever was then said to it. */
  received: Mail[];
  /** Those that it took over. */
  accepted: Mail[];
  /** Refuses this recipient with a code and words. */
  refuseRecipient: (address: string) => `${number} ${string}` | undefined;
  /** What it says, and when. */
  answerMessage: (mail: Mail) => Answer | Promise<Answer>;
  /** No portal finds it any more. */
  close: () => Promise<void>;
}

/** A mail server on a port of its own; gone when the test ends. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => done(toSmtpError(here.refuseRecipient(address))),
    onData: (stream, session, done) => {
      buffer(stream)
        .then(parseMail)
        .then(async (mail) => {
          here.received.push(mail);
          const answer = await here.answerMessage(mail);
          if (answer === "hang up") return hangUp(session);
          if (answer === "taken") here.accepted.push(mail);
          done(answer === "taken" ? null : toSmtpError(answer));
        })
        .catch(done);
    },
  });
  // A client that is gone in the middle of a word is what some tests want.
  smtp.on("error", () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const address = smtp.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const here: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    accepted: [],
    refuseRecipient: () => undefined,
    answerMessage: () => "taken",
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
  onTestFinished(here.close);
  return here;

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of smtp.connections) if (connection.id === id) connection.close();
  }
}

function toSmtpError(refusal: string | undefined): Error | null {
  if (refusal === undefined) return null;
  const [code, ...words] = refusal.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
}

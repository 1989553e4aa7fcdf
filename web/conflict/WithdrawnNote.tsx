import { messages } from "../../shared/messages.ts";
import { say, sayMessage, sayName } from "../lib/language.ts";
import type { Withdrawal } from "../lib/withdrawn.ts";
import { saidMoment } from "../moment.ts";
import { Note } from "../Note.tsx";

/** Over a form whose right to be saved has gone while somebody was typing. */
export function WithdrawnNote({ withdrawal: { hand } }: { withdrawal: Withdrawal }) {
  return (
    <Note
      urgent
      tone="bad"
      title={
        hand
          ? say("{name} withdrew your right to save this, {time}", {
              name: sayName(hand.by),
              time: saidMoment(hand.at),
            })
          : say("Your right to save this was withdrawn")
      }
    >
      <p>{sayMessage(messages.forbidden)}</p>
      <p>{say("It cannot be saved. What you typed stays here to be read and copied until you close it.")}</p>
    </Note>
  );
}

import type { messages } from "../../../shared/messages.ts";
import type { Harness } from "../harness.ts";
import type { Reply } from "../reply.ts";

/** A request whose response contains a message, and the expected status and text. */
export interface MessageScenario {
  text: string;
  /** 200 when left out. */
  status?: number;
  /** Property of the body that holds the text; `message` when left out. */
  field?: "message" | "msg" | "data";
  run: (harness: Harness) => Promise<Reply>;
}

export type MessageCode = keyof typeof messages;

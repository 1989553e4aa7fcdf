import type { messages } from "../../../shared/messages.ts";
import type { Harness } from "../harness.ts";
import type { Reply } from "../reply.ts";

/** What is done in a fresh portal, and the status and the text that its answer holds. */
export interface MessageScenario {
  text: string;
  /** 200 when left out. */
  status?: number;
  /** The part of the answer that says it; `message` when left out. */
  field?: "message" | "msg" | "data";
  run: (here: Harness) => Promise<Reply>;
}

export type MessageCode = keyof typeof messages;

import type { messages } from "../../shared/messages.ts";
import type { Reply } from "./reply.ts";
import type { World } from "./world.ts";

/** What is done in a fresh portal, and the status and the text that its answer holds. */
export interface Occasion {
  says: string;
  /** 200 when left out. */
  status?: number;
  /** The part of the answer that says it; `message` when left out. */
  in?: "message" | "msg" | "data";
  when: (here: World) => Promise<Reply>;
}

export type Message = keyof typeof messages;

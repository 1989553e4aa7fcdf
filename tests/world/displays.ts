import { z } from "zod";
import type { Person } from "./person.ts";
import { accepted, type Reply } from "./reply.ts";

const made = z.object({ DisplayID: z.int(), Key: z.string() });
const letIn = z.object({ token: z.string(), name: z.string() });

/** A screen on the wall as the portal knows it. */
export interface WallScreen {
  DisplayID: number;
  key: string;
  token: string;
  /** Below /api, with the display's own token. */
  send: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** Makes a display and opens its link. */
export async function aDisplay(
  { admin, anonymous }: { admin: Person; anonymous: Person },
  DisplayName = "Lobby",
): Promise<WallScreen> {
  const { DisplayID, Key } = made.parse(accepted(await admin.post("/display", { DisplayName })).body.data);
  const { token } = await openLink(anonymous, Key);
  const headers = { authorization: `Bearer ${token}` };
  return {
    DisplayID,
    key: Key,
    token,
    send: (method, path, body) => anonymous.send({ method, path, body, headers }),
  };
}

export async function openLink(anonymous: Person, key: string): Promise<z.output<typeof letIn>> {
  return letIn.parse(accepted(await anonymous.post("/wall/token", { key })).body);
}

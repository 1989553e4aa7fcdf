import { z } from "zod";
import type { Person } from "./person.ts";
import { assertOk, type Reply } from "./reply.ts";

const createdDisplay = z.object({ DisplayID: z.int(), Key: z.string() });
const displaySession = z.object({ token: z.string(), name: z.string() });

/** A screen on the wall as the portal knows it. */
export interface DisplayClient {
  DisplayID: number;
  key: string;
  token: string;
  /** Below /api, with the display's own token. */
  send: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** Makes a display and opens its link. */
export async function createDisplay(
  { admin, anonymous }: { admin: Person; anonymous: Person },
  DisplayName = "Lobby",
): Promise<DisplayClient> {
  const { DisplayID, Key } = createdDisplay.parse(assertOk(await admin.post("/display", { DisplayName })).body.data);
  const { token } = await openDisplayLink(anonymous, Key);
  const headers = { authorization: `Bearer ${token}` };
  return {
    DisplayID,
    key: Key,
    token,
    send: (method, path, body) => anonymous.send({ method, path, body, headers }),
  };
}

export async function openDisplayLink(anonymous: Person, key: string): Promise<z.output<typeof displaySession>> {
  return displaySession.parse(assertOk(await anonymous.post("/wall/token", { key })).body);
}

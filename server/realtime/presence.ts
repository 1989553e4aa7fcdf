import type { Server } from "socket.io";
import { z } from "zod";
import { groupBy } from "../../shared/domain/collections.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { maxPresencePathLength } from "../../shared/presence-paths.ts";
import type { ClientEvents, PresenceLocation, ServerEvents, Presence as Told } from "../../shared/wire.ts";
import type { Access } from "../access/identity.ts";
import type { PresenceStore, SocketLocation } from "./presence-store.ts";

interface PresenceOptions {
  io: Server<ClientEvents, ServerEvents>;
  access: Pick<Access, "identify">;
  /** Who is at the other servers. */
  store: PresenceStore;
  canSeePresence: (viewer: Viewer, path: string) => boolean;
}

/** A socket as it matters here. */
interface PresenceSocket {
  id: string;
  data: { sessionId: number };
  disconnect: (close: boolean) => unknown;
}

interface LocalPresence extends SocketLocation {
  /** What the socket was last told, as text. */
  lastSent: string;
}

/** One socket is listened to so often; of what it says in between the last word counts. */
const minUpdateIntervalMs = 250;
/** Many who come at once, as after a restart, are told of together. */
const batchWindowMs = 100;

const locationSchema = z.object({
  path: z.string().max(maxPresencePathLength),
  editing: z.object({ resource: z.string().max(64), id: z.int().min(1) }).optional(),
});

/** Knows who of the staff is on which page, at whichever server, and tells everybody there. Nothing of it is kept. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #local = new Map<string, LocalPresence>();
  readonly #throttled = new Map<string, { latest?: { location: unknown } }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PresenceOptions) {
    this.#options = parts;
    parts.store.subscribe(() => this.scheduleBroadcast());
  }

  /** Takes a client's word on where it is; shows it out for what cannot be understood. */
  update(client: PresenceSocket, location: unknown): void {
    const talking = this.#throttled.get(client.id);
    if (talking) {
      talking.latest = { location };
      return;
    }
    this.#setLocation(client, location);
    this.#throttled.set(client.id, {});
    setTimeout(() => {
      const word = this.#throttled.get(client.id)?.latest;
      this.#throttled.delete(client.id);
      if (word) this.update(client, word.location);
    }, minUpdateIntervalMs);
  }

  /** The socket is closed. */
  remove({ id }: Pick<PresenceSocket, "id">): void {
    this.#throttled.delete(id);
    if (this.#local.delete(id)) this.scheduleBroadcast();
  }

  /** Somebody came, went, or may be somewhere else than before: everybody is told who is there now, if that is news to them. */
  scheduleBroadcast(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const places = groupBy(this.#local.entries(), ([, place]) => (this.#userAt(place) ? place.path : undefined));
      for (const [path, entries] of places) {
        if (path !== undefined) this.#send({ path, users: this.#usersAt(path) }, entries);
        // Who may not be there any more shall not go on seeing the others.
        else
          for (const entry of entries) if (entry[1].lastSent) this.#send({ path: entry[1].path, users: [] }, [entry]);
      }
      places.delete(undefined);
      const shown = [...places.values()].flat();
      this.#options.store.publish(shown.map(([, { lastSent: _told, ...place }]) => place));
    }, batchWindowMs);
  }

  /** Where somebody may not be is kept in mind too, as they may be given the right. */
  #setLocation(client: PresenceSocket, said: unknown): void {
    const parsed = locationSchema.safeParse(said);
    if (!parsed.success) return void client.disconnect(true);
    const before = this.#local.get(client.id);
    const place = { session: client.data.sessionId, ...parsed.data };
    this.#local.set(client.id, { ...place, lastSent: before?.path === place.path ? before.lastSent : "" });
    if (this.#userAt(place) || (before && this.#userAt(before))) this.scheduleBroadcast();
  }

  #send(presence: Told, hearers: readonly (readonly [id: string, LocalPresence])[]): void {
    const text = presence.users.length > 0 ? JSON.stringify(presence.users) : "";
    const unaware = hearers.filter(([, { lastSent }]) => lastSent !== text);
    if (unaware.length === 0) return;
    this.#options.io.to(unaware.map(([id]) => id)).emit("presence", presence);
    for (const [, standing] of unaware) standing.lastSent = text;
  }

  /** Everybody once; an edit in any of their windows is theirs. */
  #usersAt(path: string): Told["users"] {
    const users = new Map<string, Told["users"][number]>();
    for (const place of [...this.#local.values(), ...this.#options.store.remote]) {
      const user = place.path === path && this.#userAt(place);
      if (!user) continue;
      const editing = place.editing ?? users.get(user.username)?.editing;
      users.set(user.username, { ...user, ...(editing ? { editing } : {}) });
    }
    return [...users.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
  }

  #userAt({ session, path }: { session: number } & PresenceLocation): Told["users"][number] | undefined {
    const identity = this.#options.access.identify(session);
    if (!identity || !this.#options.canSeePresence(identity.viewer, path)) return undefined;
    const { username, fullName } = identity.session.user;
    return { username, fullName };
  }
}

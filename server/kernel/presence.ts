import type { Server } from "socket.io";
import { z } from "zod";
import { groupBy } from "../../shared/group.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { longestPath } from "../../shared/places.ts";
import type { ClientEvents, ServerEvents, Presence as Told, Whereabouts } from "../../shared/wire.ts";
import type { Access } from "./access.ts";
import type { Place, SharedPlaces } from "./shared-places.ts";

interface PresenceParts {
  io: Server<ClientEvents, ServerEvents>;
  access: Pick<Access, "identify">;
  /** Who is at the other servers. */
  shared: SharedPlaces;
  mayBeAt: (viewer: Viewer, path: string) => boolean;
}

/** A socket as it matters here. */
interface Client {
  id: string;
  data: { sessionId: number };
  disconnect: (close: boolean) => unknown;
}

interface Standing extends Place {
  /** What the socket was last told, as text. */
  told: string;
}

/** One socket is listened to so often; of what it says in between the last word counts. */
const listenEveryMs = 250;
/** Many who come at once, as after a restart, are told of together. */
const gatherMs = 100;

const whereabouts = z.object({
  path: z.string().max(longestPath),
  editing: z.object({ resource: z.string().max(64), id: z.int().min(1) }).optional(),
});

/** Knows who of the staff is on which page, at whichever server, and tells everybody there. Nothing of it is kept. */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #here = new Map<string, Standing>();
  readonly #talking = new Map<string, { word?: { said: unknown } }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
    parts.shared.follow(() => this.review());
  }

  /** Takes a client's word on where it is; shows it out for what cannot be understood. */
  hear(client: Client, said: unknown): void {
    const talking = this.#talking.get(client.id);
    if (talking) {
      talking.word = { said };
      return;
    }
    this.#take(client, said);
    this.#talking.set(client.id, {});
    setTimeout(() => {
      const word = this.#talking.get(client.id)?.word;
      this.#talking.delete(client.id);
      if (word) this.hear(client, word.said);
    }, listenEveryMs);
  }

  /** The socket is closed. */
  left({ id }: Pick<Client, "id">): void {
    this.#talking.delete(id);
    if (this.#here.delete(id)) this.review();
  }

  /** Somebody came, went, or may be somewhere else than before: everybody is told who is there now, if that is news to them. */
  review(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const places = groupBy(this.#here.entries(), ([, place]) => (this.#userAt(place) ? place.path : undefined));
      for (const [path, entries] of places) {
        if (path !== undefined) this.#tell({ path, users: this.#usersAt(path) }, entries);
        // Who may not be there any more shall not go on seeing the others.
        else for (const entry of entries) if (entry[1].told) this.#tell({ path: entry[1].path, users: [] }, [entry]);
      }
      places.delete(undefined);
      const shown = [...places.values()].flat();
      this.#parts.shared.share(shown.map(([, { told: _told, ...place }]) => place));
    }, gatherMs);
  }

  /** Where somebody may not be is kept in mind too, as they may be given the right. */
  #take(client: Client, said: unknown): void {
    const parsed = whereabouts.safeParse(said);
    if (!parsed.success) return void client.disconnect(true);
    const before = this.#here.get(client.id);
    const place = { session: client.data.sessionId, ...parsed.data };
    this.#here.set(client.id, { ...place, told: before?.path === place.path ? before.told : "" });
    if (this.#userAt(place) || (before && this.#userAt(before))) this.review();
  }

  #tell(presence: Told, hearers: readonly (readonly [id: string, Standing])[]): void {
    const text = presence.users.length > 0 ? JSON.stringify(presence.users) : "";
    const unaware = hearers.filter(([, { told }]) => told !== text);
    if (unaware.length === 0) return;
    this.#parts.io.to(unaware.map(([id]) => id)).emit("presence", presence);
    for (const [, standing] of unaware) standing.told = text;
  }

  /** Everybody once; an edit in any of their windows is theirs. */
  #usersAt(path: string): Told["users"] {
    const users = new Map<string, Told["users"][number]>();
    for (const place of [...this.#here.values(), ...this.#parts.shared.elsewhere]) {
      const user = place.path === path && this.#userAt(place);
      if (!user) continue;
      const editing = place.editing ?? users.get(user.username)?.editing;
      users.set(user.username, { ...user, ...(editing ? { editing } : {}) });
    }
    return [...users.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
  }

  #userAt({ session, path }: { session: number } & Whereabouts): Told["users"][number] | undefined {
    const identity = this.#parts.access.identify(session);
    if (!identity || !this.#parts.mayBeAt(identity.viewer, path)) return undefined;
    const { username, fullName } = identity.session.user;
    return { username, fullName };
  }
}

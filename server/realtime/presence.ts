import type { Server } from "socket.io";
import { z } from "zod";
import { groupBy } from "../../shared/domain/collections.ts";
import { maxPresencePathLength } from "../../shared/pages.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { ClientEvents, Presence as PresenceEvent, PresenceLocation, ServerEvents } from "../../shared/wire.ts";
import type { PermissionCache } from "../access/permission-cache.ts";
import type { PresenceStore, SocketLocation } from "./presence-store.ts";

interface PresenceOptions {
  io: Server<ClientEvents, ServerEvents>;
  permissionCache: Pick<PermissionCache, "identify">;
  /** Shares locations with the other servers. */
  store: PresenceStore;
  canSeePresence: (viewer: Viewer, path: string) => boolean;
}

interface PresenceSocket {
  id: string;
  data: { sessionId: number };
  disconnect: (close: boolean) => unknown;
}

interface LocalPresence extends SocketLocation {
  /** The users that were last sent to the socket, as JSON. */
  lastSent: string;
}

/** Of the locations that a socket sends within this time, only the last one is used. */
const minUpdateIntervalMs = 250;
/** Changes within this time are broadcast together. */
const batchWindowMs = 100;

const locationSchema = z.object({
  path: z.string().max(maxPresencePathLength),
  editing: z.object({ resource: z.string().max(64), id: z.int().min(1) }).optional(),
});

/** Sends to each socket the staff members that are on the same page, on any server. */
export class Presence {
  readonly #options: PresenceOptions;
  /** By socket id. */
  readonly #local = new Map<string, LocalPresence>();
  /** Sockets that sent a location within the interval, with the one to use at its end. */
  readonly #throttled = new Map<string, { latest?: { location: unknown } }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
    options.store.subscribe(() => this.scheduleBroadcast());
  }

  /** Handles a location sent by a client. Disconnects the client if it is malformed. */
  update(client: PresenceSocket, location: unknown): void {
    const throttled = this.#throttled.get(client.id);
    if (throttled) {
      throttled.latest = { location };
      return;
    }
    this.#setLocation(client, location);
    this.#throttled.set(client.id, {});
    setTimeout(() => {
      const latest = this.#throttled.get(client.id)?.latest;
      this.#throttled.delete(client.id);
      if (latest) this.update(client, latest.location);
    }, minUpdateIntervalMs);
  }

  /** Call it when the socket disconnects. */
  remove({ id }: Pick<PresenceSocket, "id">): void {
    this.#throttled.delete(id);
    if (this.#local.delete(id)) this.scheduleBroadcast();
  }

  /** Sends changed user lists to all sockets, shortly after a change of locations or permissions. */
  scheduleBroadcast(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // The key `undefined` holds the sockets whose user may not see presence on their page.
      const byPath = groupBy(this.#local.entries(), ([, location]) =>
        this.#userAt(location) ? location.path : undefined,
      );
      for (const [path, entries] of byPath) {
        if (path !== undefined) this.#send({ path, users: this.#usersAt(path) }, entries);
        // A user who lost access to the page must not see the others there any more.
        else
          for (const entry of entries) if (entry[1].lastSent) this.#send({ path: entry[1].path, users: [] }, [entry]);
      }
      byPath.delete(undefined);
      const visible = [...byPath.values()].flat();
      this.#options.store.publish(visible.map(([, { lastSent: _, ...location }]) => location));
    }, batchWindowMs);
  }

  /** Also keeps locations that the user may not see, because the permission may be granted later. */
  #setLocation(client: PresenceSocket, input: unknown): void {
    const parsed = locationSchema.safeParse(input);
    if (!parsed.success) return void client.disconnect(true);
    const previous = this.#local.get(client.id);
    const location = { session: client.data.sessionId, ...parsed.data };
    this.#local.set(client.id, { ...location, lastSent: previous?.path === location.path ? previous.lastSent : "" });
    if (this.#userAt(location) || (previous && this.#userAt(previous))) this.scheduleBroadcast();
  }

  #send(presence: PresenceEvent, sockets: readonly (readonly [id: string, LocalPresence])[]): void {
    const serialized = presence.users.length > 0 ? JSON.stringify(presence.users) : "";
    const outdated = sockets.filter(([, { lastSent }]) => lastSent !== serialized);
    if (outdated.length === 0) return;
    this.#options.io.to(outdated.map(([id]) => id)).emit("presence", presence);
    for (const [, local] of outdated) local.lastSent = serialized;
  }

  /** The users on a page, each once, with the record that they edit in one of their tabs. */
  #usersAt(path: string): PresenceEvent["users"] {
    const users = new Map<string, PresenceEvent["users"][number]>();
    for (const location of [...this.#local.values(), ...this.#options.store.remote]) {
      const user = location.path === path && this.#userAt(location);
      if (!user) continue;
      const editing = location.editing ?? users.get(user.username)?.editing;
      users.set(user.username, { ...user, ...(editing ? { editing } : {}) });
    }
    return [...users.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
  }

  /** The user of a location; undefined if the session has ended or the user may not see presence on that page. */
  #userAt({ session, path }: { session: number } & PresenceLocation): PresenceEvent["users"][number] | undefined {
    const identity = this.#options.permissionCache.identify(session);
    if (!identity || !this.#options.canSeePresence(identity.viewer, path)) return undefined;
    const { username, fullName } = identity.session.user;
    return { username, fullName };
  }
}

import type { Server } from "socket.io";
import { z } from "zod";
import { groupBy } from "../../shared/grouping.ts";
import { maxPresencePathLength } from "../../shared/pages.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { ClientEvents, Presence as PresenceEvent, ServerEvents } from "../../shared/wire.ts";
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

interface TrackedLocation extends SocketLocation {
  /**
   * The users and the records in other windows that were last sent to the socket, as JSON; "" if there were no users.
   */
  lastSent: string;
}

type TrackedSocket = readonly [id: string, TrackedLocation];

/** Of the locations that a socket sends within this time, only the first and the last one are used. */
export const minUpdateIntervalMs = 250;
/** Changes within this time are broadcast together. */
const batchWindowMs = 100;

const locationSchema = z.object({
  path: z.string().max(maxPresencePathLength),
  editing: z.object({ resource: z.string().max(64), id: z.int().min(1) }).optional(),
  window: z.string().max(64).optional(),
});

/** Sends each socket the list of users who have the same page open, on any server. */
export class Presence {
  readonly #options: PresenceOptions;
  /** The locations of this server's sockets by socket id. */
  readonly #ownLocations = new Map<string, TrackedLocation>();
  /**
   * Sockets that sent a location within `minUpdateIntervalMs`, by socket id. `latest` is applied when that interval
   * ends.
   */
  readonly #throttled = new Map<string, { latest?: { location: unknown } }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
    options.store.subscribe(() => this.scheduleBroadcast());
  }

  /** Handles a location sent by a client. Disconnects the socket if the location is malformed. */
  update(socket: PresenceSocket, location: unknown): void {
    const throttled = this.#throttled.get(socket.id);
    if (throttled) {
      throttled.latest = { location };
      return;
    }
    this.#setLocation(socket, location);
    this.#throttled.set(socket.id, {});
    setTimeout(() => {
      const latest = this.#throttled.get(socket.id)?.latest;
      this.#throttled.delete(socket.id);
      if (latest) this.update(socket, latest.location);
    }, minUpdateIntervalMs);
  }

  /** Forgets the location of a socket that has disconnected. */
  remove({ id }: Pick<PresenceSocket, "id">): void {
    this.#throttled.delete(id);
    if (this.#ownLocations.delete(id)) this.scheduleBroadcast();
  }

  /**
   * Shortly after a change of locations or permissions: sends changed user lists to all sockets, and publishes the
   * locations of this server to the others.
   */
  scheduleBroadcast(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // The key `undefined` holds the sockets whose user may not see presence on their page.
      const socketsByPath = groupBy(this.#ownLocations.entries(), ([, location]) =>
        this.#findVisibleUser(location) ? location.path : undefined,
      );
      for (const [path, sockets] of socketsByPath) {
        if (path !== undefined) this.#sendUsers(path, sockets);
        // A user who lost access to the page must not see the others there any more.
        else
          for (const [id, location] of sockets)
            if (location.lastSent) this.#send({ path: location.path, users: [] }, [[id, location]]);
      }
      socketsByPath.delete(undefined);
      const visibleSockets = [...socketsByPath.values()].flat();
      this.#options.store.publish(visibleSockets.map(([, { lastSent: _, ...location }]) => location));
    }, batchWindowMs);
  }

  /** Also keeps the location of a user who may not see presence on its page: the permission may be granted later. */
  #setLocation(socket: PresenceSocket, sentLocation: unknown): void {
    const parsed = locationSchema.safeParse(sentLocation);
    if (!parsed.success) return void socket.disconnect(true);
    const previous = this.#ownLocations.get(socket.id);
    const location = { sessionId: socket.data.sessionId, ...parsed.data };
    const lastSent = previous?.path === location.path ? previous.lastSent : "";
    this.#ownLocations.set(socket.id, { ...location, lastSent });
    if (this.#findVisibleUser(location) || (previous && this.#findVisibleUser(previous))) this.scheduleBroadcast();
  }

  /** Sends the users of a page to its sockets, and to each the records that its user edits in other windows. */
  #sendUsers(path: string, sockets: readonly TrackedSocket[]): void {
    const users = this.#listUsers(path);
    const editors = this.#locationsOn(path).filter(({ editing, window }) => editing && window);
    const findRecordsInOtherWindows = ([, { window, sessionId }]: TrackedSocket) =>
      window === undefined
        ? []
        : editors
            .filter((editor) => editor.window !== window && this.#isSameUser(editor, { sessionId }))
            .flatMap(({ editing }) => editing ?? []);
    for (const [records, group] of groupBy(sockets, (socket) => JSON.stringify(findRecordsInOtherWindows(socket))))
      this.#send({ path, users, ...(records !== "[]" && { otherWindows: JSON.parse(records) }) }, group);
  }

  /** Sends the presence to the sockets that last received another one. */
  #send(presence: PresenceEvent, sockets: readonly TrackedSocket[]): void {
    const { users, otherWindows } = presence;
    const serialized = users.length > 0 ? JSON.stringify({ users, otherWindows }) : "";
    const outdated = sockets.filter(([, { lastSent }]) => lastSent !== serialized);
    if (outdated.length === 0) return;
    this.#options.io.to(outdated.map(([id]) => id)).emit("presence", presence);
    for (const [, location] of outdated) location.lastSent = serialized;
  }

  /** The users on a page, each once, with the record that they edit in one of their windows. */
  #listUsers(path: string): PresenceEvent["users"] {
    const users = new Map<string, PresenceEvent["users"][number]>();
    for (const location of this.#locationsOn(path)) {
      const user = this.#findVisibleUser(location);
      if (!user) continue;
      const editing = location.editing ?? users.get(user.username)?.editing;
      users.set(user.username, { ...user, ...(editing ? { editing } : {}) });
    }
    return [...users.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
  }

  #locationsOn(path: string): SocketLocation[] {
    const locations = [...this.#ownLocations.values(), ...this.#options.store.remoteLocations];
    return locations.filter((location) => location.path === path);
  }

  #isSameUser(a: Pick<SocketLocation, "sessionId">, b: Pick<SocketLocation, "sessionId">): boolean {
    const { permissionCache } = this.#options;
    return (
      permissionCache.identify(a.sessionId)?.viewer.UserID === permissionCache.identify(b.sessionId)?.viewer.UserID
    );
  }

  /**
   * The user of a location as the others on its page see them. Undefined if the session has ended or the user may not
   * see presence on that page: a user who does not see the others is not shown to them.
   */
  #findVisibleUser({ sessionId, path }: SocketLocation): PresenceEvent["users"][number] | undefined {
    const identity = this.#options.permissionCache.identify(sessionId);
    if (!identity || !this.#options.canSeePresence(identity.viewer, path)) return undefined;
    const { username, fullName } = identity.session.user;
    return { username, fullName };
  }
}

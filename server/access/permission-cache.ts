import type { Day } from "../../shared/dates.ts";
import { actionFlags, pageById } from "../../shared/pages.ts";
import { can, type Permissions, type Viewer, visibleRowsKey } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { display } from "../../shared/resources/display.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import type { MenuItem, Session } from "../../shared/wire.ts";
import { type Actor, actorShownTo, type CommitEvent } from "../commits/commit.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { RowChange } from "../database/store.ts";
import type { TokenClaims, Tokens } from "./tokens.ts";

/** A signed-in user or display. */
export interface Identity {
  viewer: Viewer;
  /** The full name, as commits record it. */
  name: string;
  /** The user, permissions and menus, as sent to the client. */
  session: Session;
}

/** How long a code of the second factor confirms the identity of the user of a session. */
const totpConfirmationMs = 10 * 60_000;

interface CachedIdentity {
  /** Version of the source resources from which the identity was built. */
  version: number;
  /** The user's part of the session and the visible rows as JSON, to detect a change. */
  serialized: string;
  identity: Identity;
}

interface CachedRights {
  /** Version of the resources from which the rights were built. */
  version: number;
  /** The rights as JSON, to detect a change. */
  serialized: string;
  rights: Rights;
}

type Rights = Pick<Session, "permissions" | "menus">;

/** The rights of a user who still has to set a password of their own or the second factor that the role requires. */
const noRights: Rights = { permissions: {}, menus: [] };

/** The names of the resources from which the rights of a role are computed. */
const roleRightsSourceNames = [rolePermissions, menus, action].map(({ name }) => name);

interface PermissionCacheOptions {
  referenceCache: ReferenceCache;
  tokens: Pick<Tokens, "verify">;
}

/**
 * Identities of sessions and displays with their rights, computed from the reference cache. No request queries the
 * database for them. A change applies as soon as the change stream has delivered its commit.
 */
export class PermissionCache {
  /** The names of the resources that sessions and rights depend on. */
  readonly sourceResourceNames = [users, role, rolePermissions, menus, action, sessions, display].map(
    ({ name }) => name,
  );
  readonly #referenceCache: ReferenceCache;
  readonly #tokens: Pick<Tokens, "verify">;
  /** By UserID. */
  readonly #identities = new Map<number, CachedIdentity>();
  /** By RoleID. All users of a role share one object, because the rights are the largest part of an identity. */
  readonly #rights = new Map<number, CachedRights>();
  readonly #displayIdentities = new WeakMap<RowOf<typeof display>, Identity>();
  /** The latest change of a resource from which the identities of users are computed. */
  #lastChange: { by: Actor; at: string } | undefined;

  constructor({ referenceCache, tokens }: PermissionCacheOptions) {
    this.#referenceCache = referenceCache;
    this.#tokens = tokens;
  }

  /** The claims of a token and the identity of its session. Undefined when the token or the session is not valid. */
  identifyToken(token: string): (TokenClaims & { identity: Identity }) | undefined {
    const claims = this.#tokens.verify(token);
    const identity = claims && this.identify(claims.sessionId);
    return identity && { ...claims, identity };
  }

  /** Stores who last changed users, roles or rights. Call it after the reference cache has applied the commit. */
  onCommit({ changes, by, at }: CommitEvent): void {
    const userSourceNames = this.sourceResourceNames.filter((name) => name !== sessions.name && name !== display.name);
    if (changes.some(({ resource }) => userSourceNames.includes(resource))) this.#lastChange = { by, at };
  }

  /** When the session expires unless it is renewed. Undefined when it has ended. */
  sessionExpiry(sessionId: number): Date | undefined {
    const session = this.#referenceCache.get(sessions, sessionId);
    // In whole seconds, like the expiry in a token, with which it is compared.
    return session && new Date(toUnixSeconds(session.ExpiresAt) * 1000);
  }

  /**
   * The current identity of the session. Undefined when it has ended or its user is disabled. The negative id of a
   * display is the session id of that display.
   */
  identify(sessionId: number): Identity | undefined {
    if (sessionId < 0) return this.#identifyDisplay(-sessionId);
    const session = this.#referenceCache.get(sessions, sessionId);
    return session && this.identifyUser(session.UserID);
  }

  /**
   * Whether the user must enter a code of the second factor before a call that requires a confirmed identity: the user
   * has a second factor, and in this session entered no code within the last ten minutes.
   */
  needsTotp(sessionId: number, now: Date): boolean {
    const session = this.#referenceCache.get(sessions, sessionId);
    if (!session || !this.#referenceCache.get(users, session.UserID)?.HasTotp) return false;
    if (session.TotpAt === null) return true;
    const sinceMs = now.getTime() - Date.parse(session.TotpAt);
    // A time in the future was stored while the server's clock was ahead, and confirms nothing.
    return !(sinceMs >= 0 && sinceMs <= totpConfirmationMs);
  }

  /**
   * Whether the change may let this viewer see rows or pages that were hidden before. Also true for some changes that
   * only hide rows or pages.
   */
  mayWidenAccess({ resource, id, type, before, after }: RowChange, { UserID }: Viewer): boolean {
    const isChanged = (name: string) => String(before?.[name]) !== String(after?.[name]);
    if (resource === users.name) return id === UserID && ["RoleID", "PlotIDs", "HasTotp"].some(isChanged);
    // A permission names a menu and an action. They determine the page and the flag, also for existing permissions.
    if (resource === menus.name) return type === "update" && isChanged("MenuURL");
    if (resource === action.name) return type === "update" && isChanged("ActionName");
    const roleId = this.#referenceCache.get(users, UserID)?.RoleID;
    if (resource === role.name) return id === roleId && ["Scope", "RequireTotp"].some(isChanged);
    if (resource !== rolePermissions.name || after?.RoleID !== roleId) return false;
    return after?.IsAllowed === 1 && before?.IsAllowed !== 1;
  }

  /**
   * The user's current identity: the same object until the user's data, rights or visible rows change. Undefined when
   * the user is disabled.
   */
  identifyUser(userId: number): Identity | undefined {
    const version = this.#referenceCache.versionOf(this.sourceResourceNames);
    const cached = this.#identities.get(userId);
    if (cached?.version === version) return cached.identity;
    const identity = this.#buildIdentity(userId);
    if (!identity) {
      this.#identities.delete(userId);
      return undefined;
    }
    const serialized = JSON.stringify([identity.session.user, visibleRowsKey(identity.viewer)]);
    const isUnchanged =
      cached?.serialized === serialized && cached.identity.session.permissions === identity.session.permissions;
    const newIdentity = cached ? this.#withLastChange(identity) : identity;
    const current = isUnchanged ? cached.identity : newIdentity;
    this.#identities.set(userId, { version, serialized, identity: current });
    return current;
  }

  /** Adds the author and time of the last change of users, roles or rights to the session. */
  #withLastChange({ viewer, name, session }: Identity): Identity {
    if (!this.#lastChange) return { viewer, name, session };
    const { by, at } = this.#lastChange;
    return { viewer, name, session: { ...session, changed: { by: actorShownTo(viewer, by).name, at } } };
  }

  #buildIdentity(userId: number): Identity | undefined {
    const user = this.#referenceCache.get(users, userId);
    const userRole = user && this.#referenceCache.get(role, user.RoleID);
    if (!user?.IsActive || !userRole) return undefined;
    const mustEnrolTotp = userRole.RequireTotp && !user.HasTotp;
    const { permissions, menus } = user.IsFirstSignIn || mustEnrolTotp ? noRights : this.#readRights(userRole.RoleID);
    const session: Session = {
      user: {
        UserID: user.UserID,
        fullName: user.FullName,
        username: user.Username,
        isFirstSignIn: user.IsFirstSignIn,
        hasTotp: user.HasTotp,
        mustEnrolTotp,
        role: { RoleID: userRole.RoleID, roleName: userRole.RoleName, scope: userRole.Scope },
      },
      permissions,
      menus,
    };
    const plotIds = new Set(user.PlotIDs);
    const ownedFrom = this.#readOwnedFrom(plotIds);
    const viewer = { UserID: user.UserID, permissions, scope: userRole.Scope, plotIds, ownedFrom };
    return { viewer, name: user.FullName, session };
  }

  /** The same object until the display's row changes. */
  #identifyDisplay(displayId: number): Identity | undefined {
    const row = this.#referenceCache.get(display, displayId);
    if (!row) return undefined;
    const identity = this.#displayIdentities.get(row) ?? createDisplayIdentity(row);
    this.#displayIdentities.set(row, identity);
    return identity;
  }

  /**
   * The first days of the current ownerships. `plot` need not be one of the source resources: the day changes only in a
   * transfer, which also changes the users of the plot, because it unlinks them.
   */
  #readOwnedFrom(plotIds: Iterable<number>): Viewer["ownedFrom"] {
    const ownedFrom = new Map<number, Day>();
    for (const PlotID of plotIds) {
      const from = this.#referenceCache.get(plot, PlotID)?.OwnedFrom;
      if (from) ownedFrom.set(PlotID, from);
    }
    return ownedFrom;
  }

  /** The same objects until the rights of the role change. */
  #readRights(roleId: number): Rights {
    const version = this.#referenceCache.versionOf(roleRightsSourceNames);
    const cached = this.#rights.get(roleId);
    if (cached?.version === version) return cached.rights;
    const permissions = this.#readPermissions(roleId);
    const newRights = { permissions, menus: this.#buildMenus(roleId, permissions) };
    const serialized = JSON.stringify(newRights);
    const rights = cached?.serialized === serialized ? cached.rights : newRights;
    this.#rights.set(roleId, { version, serialized, rights });
    return rights;
  }

  #readPermissions(roleId: number): Permissions {
    const permissions: Record<string, Record<string, boolean>> = {};
    for (const { RoleID, MenuID, ActionID, IsAllowed } of this.#referenceCache.all(rolePermissions)) {
      if (RoleID !== roleId || IsAllowed === 0) continue;
      const page = pageById(this.#referenceCache.get(menus, MenuID)?.MenuURL ?? 0);
      const actionName = this.#referenceCache.get(action, ActionID)?.ActionName;
      if (!page || actionName === undefined) continue;
      const flags = permissions[page.path] ?? {};
      flags[getFlagOfAction(actionName)] = true;
      permissions[page.path] = flags;
    }
    return permissions;
  }

  #buildMenus(roleId: number, permissions: Permissions): MenuItem[] {
    const sortedMenus = [...this.#referenceCache.all(menus)].sort(
      (a, b) => a.Position - b.Position || a.MenuID - b.MenuID,
    );
    const childrenOf = (parentId: number): MenuItem[] =>
      sortedMenus.flatMap((menu) => {
        const page = pageById(menu.MenuURL);
        if (menu.ParentMenuID !== parentId || !page || !can({ permissions }, { page: page.path, flag: "CanView" }))
          return [];
        const { MenuID, ParentMenuID, MenuName, MenuURL, Position } = menu;
        const SubItems = parentId === 0 ? childrenOf(MenuID) : [];
        return [
          {
            MenuID,
            ParentMenuID,
            MenuName,
            MenuURL,
            Icon: menu.Icon || page.icon,
            RoleID: roleId,
            Path: page.path,
            Title: MenuName,
            Permission: true,
            Position,
            SubItems,
          },
        ];
      });
    const items = childrenOf(0);
    // The specification lists User Management twice: as a module of its own, and as a tab of Society Management.
    const usersPage = items.flatMap(({ SubItems }) => SubItems).find(({ Path }) => Path === users.guards.list.page);
    const module = { ParentMenuID: 0, MenuName: "User Management", Title: "User Management" };
    return usersPage ? [...items, { ...usersPage, ...module }] : items;
  }
}

/** The identity of a display: it sees the dashboard's figures and the endpoints that are declared for displays. */
function createDisplayIdentity({ DisplayID, DisplayName }: RowOf<typeof display>): Identity {
  const permissions = { "/": { CanView: true } };
  const role = { RoleID: 0, roleName: "Display", scope: "all" } as const;
  // Each display has its own negative UserID, because the number of sockets per user is limited.
  const UserID = -DisplayID;
  const flags = { isFirstSignIn: false, hasTotp: false, mustEnrolTotp: false };
  const user = { UserID, fullName: DisplayName, username: "display", ...flags, role };
  return {
    viewer: { UserID, permissions, scope: "all", plotIds: new Set(), ownedFrom: new Map(), isDisplay: true },
    name: DisplayName,
    session: { user, permissions, menus: [] },
  };
}

function toUnixSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

/**
 * The name of the permission flag of an action. The flag of an action that an administrator added is `Can` + its name.
 */
export function getFlagOfAction(actionName: string): string {
  const builtInFlag = Object.entries(actionFlags).find(([name]) => name === actionName)?.[1];
  return builtInFlag ?? `Can${actionName.replace(/\s+/g, "")}`;
}

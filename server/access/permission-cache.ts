import { actionFlags, pageByNumber } from "../../shared/pages.ts";
import { can, type Permissions, type Viewer } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { display } from "../../shared/resources/display.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import type { MenuItem, Session } from "../../shared/wire.ts";
import type { CommitEvent } from "../commits/commit.ts";
import { type Actor, actorFor } from "../commits/commit.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { RowChange } from "../database/store.ts";
import type { Access, Identity, TokenClaims } from "./identity.ts";
import type { Tokens } from "./tokens.ts";

interface CachedIdentity {
  version: number;
  serialized: string;
  identity: Identity;
}

interface PermissionCacheOptions {
  referenceCache: ReferenceCache;
  tokens: Pick<Tokens, "verify">;
}

/** Sessions and rights, all from memory: a request costs no query, and a change counts from the commit on. */
export class PermissionCache implements Access {
  readonly sourceResources = [users, role, rolePermissions, menus, action, sessions, display].map(({ name }) => name);
  readonly #referenceCache: ReferenceCache;
  readonly #tokens: Pick<Tokens, "verify">;
  readonly #identities = new Map<number, CachedIdentity>();
  readonly #displayIdentities = new WeakMap<RowOf<typeof display>, Identity>();
  /** The latest change of anything that rights are made from. */
  #lastChange: { by: Actor; at: string } | undefined;

  constructor({ referenceCache, tokens }: PermissionCacheOptions) {
    this.#referenceCache = referenceCache;
    this.#tokens = tokens;
  }

  readToken(token: string): TokenClaims | undefined {
    return this.#tokens.verify(token);
  }

  /** To be told of every commit as soon as memory has taken it in: whose hand it was is then known of the rights that it changed. */
  onCommit({ changes, by, at }: CommitEvent): void {
    const names = this.sourceResources.filter((name) => name !== sessions.name && name !== display.name);
    if (changes.some(({ resource }) => names.includes(resource))) this.#lastChange = { by, at };
  }

  sessionExpiry(sessionId: number): Date | undefined {
    const session = this.#referenceCache.get(sessions, sessionId);
    return session && new Date(toUnixSeconds(session.ExpiresAt) * 1000);
  }

  identify(sessionId: number): Identity | undefined {
    if (sessionId < 0) return this.#identifyDisplay(-sessionId);
    const session = this.#referenceCache.get(sessions, sessionId);
    return session && this.identifyUser(session.UserID);
  }

  widensAccess({ resource, id, before, after }: RowChange, { UserID }: Viewer): boolean {
    if (resource === users.name)
      return id === UserID && ["RoleID", "PlotIDs"].some((name) => String(before?.[name]) !== String(after?.[name]));
    const held = this.#referenceCache.get(users, UserID)?.RoleID;
    if (resource === role.name) return id === held && before?.Scope !== after?.Scope;
    if (resource !== rolePermissions.name || after?.RoleID !== held) return false;
    return after?.IsAllowed === 1 && before?.IsAllowed !== 1;
  }

  /** Who the user is as of now; the same object as long as nothing about them changes. Undefined when disabled. */
  identifyUser(userId: number): Identity | undefined {
    const version = this.#referenceCache.versionOf(this.sourceResources);
    const known = this.#identities.get(userId);
    if (known?.version === version) return known.identity;
    const identity = this.#buildIdentity(userId);
    if (!identity) {
      this.#identities.delete(userId);
      return undefined;
    }
    const serialized = JSON.stringify([identity.session, [...identity.viewer.plots]]);
    const changed = known ? this.#withLastChange(identity) : identity;
    const current = known?.serialized === serialized ? known.identity : changed;
    this.#identities.set(userId, { version, serialized, identity: current });
    return current;
  }

  /** The same, with whose change it was. */
  #withLastChange({ viewer, name, session }: Identity): Identity {
    if (!this.#lastChange) return { viewer, name, session };
    const { by, at } = this.#lastChange;
    return { viewer, name, session: { ...session, changed: { by: actorFor(viewer, by).name, at } } };
  }

  #buildIdentity(userId: number): Identity | undefined {
    const user = this.#referenceCache.get(users, userId);
    const held = user && this.#referenceCache.get(role, user.RoleID);
    if (!user?.IsActive || !held) return undefined;
    const permissions = user.IsFirstSignIn ? {} : this.#readPermissions(held.RoleID);
    const session: Session = {
      user: {
        UserID: user.UserID,
        fullName: user.FullName,
        username: user.Username,
        isFirstSignIn: user.IsFirstSignIn,
        role: { RoleID: held.RoleID, roleName: held.RoleName, scope: held.Scope },
      },
      permissions,
      menus: this.#buildMenus(held.RoleID, permissions),
    };
    const viewer = { UserID: user.UserID, permissions, scope: held.Scope, plots: new Set(user.PlotIDs) };
    return { viewer, name: user.FullName, session };
  }

  /** The same object as long as the display's row is. */
  #identifyDisplay(displayId: number): Identity | undefined {
    const row = this.#referenceCache.get(display, displayId);
    if (!row) return undefined;
    const known = this.#displayIdentities.get(row) ?? displayIdentity(row);
    this.#displayIdentities.set(row, known);
    return known;
  }

  #readPermissions(roleId: number): Permissions {
    const permissions: Record<string, Record<string, boolean>> = {};
    for (const { RoleID, MenuID, ActionID, IsAllowed } of this.#referenceCache.all(rolePermissions)) {
      if (RoleID !== roleId || IsAllowed === 0) continue;
      const page = pageByNumber(this.#referenceCache.get(menus, MenuID)?.MenuURL ?? 0);
      const name = this.#referenceCache.get(action, ActionID)?.ActionName;
      if (!page || name === undefined) continue;
      const flags = permissions[page.path] ?? {};
      flags[flagForAction(name)] = true;
      permissions[page.path] = flags;
    }
    return permissions;
  }

  #buildMenus(roleId: number, permissions: Permissions): MenuItem[] {
    const shown = [...this.#referenceCache.all(menus)].sort((a, b) => a.Position - b.Position || a.MenuID - b.MenuID);
    const childrenOf = (parentId: number): MenuItem[] =>
      shown.flatMap((menu) => {
        const page = pageByNumber(menu.MenuURL);
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
    return childrenOf(0);
  }
}

/** A display is nobody: it sees the society's figures, and what it may call and follow is marked so where that is declared. */
function displayIdentity({ DisplayID, DisplayName }: RowOf<typeof display>): Identity {
  const permissions = { "/": { CanView: true } };
  const role = { RoleID: 0, roleName: "Display", scope: "all" } as const;
  // Below zero, where no user has any, and each its own: so many lines are for each.
  const UserID = -DisplayID;
  const user = { UserID, fullName: DisplayName, username: "display", isFirstSignIn: false, role };
  return {
    viewer: { UserID, permissions, scope: "all", plots: new Set(), isDisplay: true },
    name: DisplayName,
    session: { user, permissions, menus: [] },
  };
}

/** As tokens count. */
function toUnixSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

/** Which flag an action's name switches on; one that an administrator has invented gets its own. */
export function flagForAction(actionName: string): string {
  const known = Object.entries(actionFlags).find(([name]) => name === actionName);
  return known ? known[1] : `Can${actionName.replace(/\s+/g, "")}`;
}

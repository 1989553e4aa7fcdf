import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { actionFlags, pageByNumber } from "../../shared/pages.ts";
import { can, type Permissions, type Viewer } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import type { MenuItem, Session } from "../../shared/wire.ts";
import type { Access, Identity } from "../kernel/access.ts";
import type { RowChange } from "../kernel/commit.ts";
import type { Mirror } from "../kernel/mirror.ts";

export const tokenHours = 8;
const issuer = "housing-society-portal";
const audience = "portal";
const claims = z.object({ sid: z.int().min(1), exp: z.int() });

interface Known {
  stamp: number;
  text: string;
  identity: Identity;
}

/** Sessions and rights, all from memory: a request costs no query, and a change counts from the commit on. */
export class PortalAccess implements Access {
  readonly resources = [users, role, rolePermissions, menus, action, sessions].map(({ name }) => name);
  readonly #mirror: Mirror;
  readonly #key: KeyObject;
  readonly #now: () => Date;
  readonly #known = new Map<number, Known>();

  constructor({ mirror, secret, now }: { mirror: Mirror; secret: string; now: () => Date }) {
    this.#mirror = mirror;
    this.#key = createSecretKey(Buffer.from(secret));
    this.#now = now;
  }

  /** A token for this session: it names the session and holds no rights. */
  tokenFor({ SessionID, UserID, ExpiresAt }: RowOf<typeof sessions>): string {
    const exp = Math.floor(Date.parse(ExpiresAt) / 1000);
    return jwt.sign({ sid: SessionID, exp }, this.#key, {
      algorithm: "HS256",
      issuer,
      audience,
      subject: String(UserID),
    });
  }

  readToken(token: string): { sessionId: number; expires: Date } | undefined {
    try {
      const verified = jwt.verify(token, this.#key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        clockTimestamp: Math.floor(this.#now().getTime() / 1000),
      });
      const { sid, exp } = claims.parse(verified);
      return { sessionId: sid, expires: new Date(exp * 1000) };
    } catch {
      return undefined;
    }
  }

  identify(sessionId: number): Identity | undefined {
    const session = this.#mirror.get(sessions, sessionId);
    return session && this.identityOf(session.UserID);
  }

  opens({ resource, id, before, after }: RowChange, { UserID }: Viewer): boolean {
    if (resource === users.name)
      return id === UserID && ["RoleID", "PlotIDs"].some((name) => String(before?.[name]) !== String(after?.[name]));
    const held = this.#mirror.get(users, UserID)?.RoleID;
    if (resource === role.name) return id === held && before?.Scope !== after?.Scope;
    if (resource !== rolePermissions.name || after?.RoleID !== held) return false;
    return after?.IsAllowed === 1 && before?.IsAllowed !== 1;
  }

  /** Who the user is as of now; the same object as long as nothing about them changes. Undefined when disabled. */
  identityOf(userId: number): Identity | undefined {
    const stamp = this.#mirror.versionOf(this.resources);
    const known = this.#known.get(userId);
    if (known?.stamp === stamp) return known.identity;
    const identity = this.#make(userId);
    if (!identity) {
      this.#known.delete(userId);
      return undefined;
    }
    const text = JSON.stringify([identity.session, [...identity.viewer.plots]]);
    const current = known?.text === text ? known.identity : identity;
    this.#known.set(userId, { stamp, text, identity: current });
    return current;
  }

  #make(userId: number): Identity | undefined {
    const user = this.#mirror.get(users, userId);
    const held = user && this.#mirror.get(role, user.RoleID);
    if (!user?.IsActive || !held) return undefined;
    const permissions = user.IsFirstSignIn ? {} : this.#permissionsOf(held.RoleID);
    const session: Session = {
      user: {
        UserID: user.UserID,
        fullName: user.FullName,
        username: user.Username,
        isFirstSignIn: user.IsFirstSignIn,
        role: { RoleID: held.RoleID, roleName: held.RoleName, scope: held.Scope },
      },
      permissions,
      menus: this.#menusFor(held.RoleID, permissions),
    };
    const viewer = { UserID: user.UserID, permissions, scope: held.Scope, plots: new Set(user.PlotIDs) };
    return { viewer, name: user.FullName, session };
  }

  #permissionsOf(roleId: number): Permissions {
    const permissions: Record<string, Record<string, boolean>> = {};
    for (const { RoleID, MenuID, ActionID, IsAllowed } of this.#mirror.all(rolePermissions)) {
      if (RoleID !== roleId || IsAllowed === 0) continue;
      const page = pageByNumber(this.#mirror.get(menus, MenuID)?.MenuURL ?? 0);
      const name = this.#mirror.get(action, ActionID)?.ActionName;
      if (!page || name === undefined) continue;
      const flags = permissions[page.path] ?? {};
      flags[flagOf(name)] = true;
      permissions[page.path] = flags;
    }
    return permissions;
  }

  #menusFor(roleId: number, permissions: Permissions): MenuItem[] {
    const shown = [...this.#mirror.all(menus)].sort((a, b) => a.Position - b.Position || a.MenuID - b.MenuID);
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

/** Which flag an action's name switches on; one that an administrator has invented gets its own. */
export function flagOf(actionName: string): string {
  const known = Object.entries(actionFlags).find(([name]) => name === actionName);
  return known ? known[1] : `Can${actionName.replace(/\s+/g, "")}`;
}

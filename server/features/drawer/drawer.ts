import {
  closeDrawer as closeEndpoint,
  handOverCandidates,
  handOverDrawer as handOverEndpoint,
  ownDrawer,
} from "../../../shared/endpoints/drawer.ts";
import { createMessage } from "../../../shared/messages.ts";
import { can, type Viewer } from "../../../shared/permissions.ts";
import { type Drawer, drawer, superviseDrawersGuard } from "../../../shared/resources/drawer.ts";
import { users } from "../../../shared/resources/users.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, forbidden, invalidField } from "../../errors.ts";
import { defineEndpointHandler, defineWriteHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { closeDrawer, drawerName, handOverDrawer, openDrawer, toCashCount } from "../../services/drawers.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** Opens, closes and hands over the cash drawers of cashiers. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(drawer, {
    openapi: { createErrors: [409] },
    // A resident has no drawer, even with a role that may add one.
    createRequiresScopeAll: true,
    createRow: (tx, { Float }) => openDrawer(tx, { UserID: tx.by.UserID, Cashier: tx.by.name, Float }),
    createdMessage: () => createMessage("drawer-opened"),
  }),
  initialize: (services) => ({
    endpointHandlers: createDrawerHandlers(services),
    liveQueries: [
      {
        name: "own-drawer",
        isAffectedBy: (changes) => changes.some(({ resource }) => resource === drawer.name),
        canSubscribe: (viewer) => can(viewer, drawer.guards.create),
        send: async (_viewer, emit) => emit("resync", { resources: ["own-drawer"] }),
      },
    ],
  }),
};

function createDrawerHandlers({
  changeStream,
  permissionCache,
  present,
  referenceCache,
  store,
}: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(ownDrawer, async ({ ctx: { viewer } }) => {
      const [row] = await store.find(drawer, { UserID: viewer.UserID, IsClosed: 0 }, { limit: 1 });
      return { data: row ? present(drawer, row) : null };
    }),
    defineEndpointHandler(handOverCandidates, async ({ ctx: { viewer } }) => {
      await changeStream.waitForOwnCommits([users.name]);
      const withDrawer = new Set((await store.find(drawer, { IsClosed: 0 })).map(({ UserID }) => UserID));
      const data = [...referenceCache.all(users)]
        .filter(({ UserID }) => UserID !== viewer.UserID && !withDrawer.has(UserID) && findPermittedCashier(UserID))
        .map(({ UserID, FullName }) => ({ UserID, FullName }));
      return { data };
    }),
    defineWriteHandler(closeEndpoint, drawer, {
      write: ({ ctx, params, body }) =>
        ctx.transaction(async (tx) => {
          const open = await getOpenDrawer(tx, parseId(drawer, params.DrawerID));
          return closeDrawer(tx, open, { ...toCashCount(body.Denominations), DifferenceReason: body.DifferenceReason });
        }),
      respond: (row) => ({ ...createMessage("drawer-closed"), data: present(drawer, row) }),
    }),
    defineWriteHandler(handOverEndpoint, drawer, {
      write: ({ ctx, params, body: { ToUserID, Denominations, DifferenceReason } }) =>
        ctx.transaction(async (tx) => {
          const open = await getOpenDrawer(tx, parseId(drawer, params.DrawerID));
          const colleague = ToUserID === open.UserID ? undefined : findPermittedCashier(ToUserID);
          if (!colleague) throw invalidField("ToUserID", createMessage("no-drawer-allowed"));
          const to = { UserID: ToUserID, name: colleague.name };
          return handOverDrawer(tx, open, {
            to,
            counted: Denominations ? toCashCount(Denominations) : undefined,
            DifferenceReason,
          });
        }),
      respond: (row) => ({
        ...createMessage("drawer-handed-over", { name: row.HandedTo }),
        data: present(drawer, row),
      }),
    }),
  ];

  /** The user; undefined if they may not have a drawer. */
  function findPermittedCashier(UserID: number): { name: string; viewer: Viewer } | undefined {
    const identity = permissionCache.identifyUser(UserID);
    return identity && identity.viewer.scope === "all" && can(identity.viewer, drawer.guards.create)
      ? identity
      : undefined;
  }
}

/**
 * The open drawer. Throws 409 if it is closed, and 403 if it is another user's and the viewer lacks the permission to
 * supervise drawers.
 */
async function getOpenDrawer(tx: Transaction, id: number): Promise<Drawer> {
  const row = await tx.get(drawer, id);
  if (row.UserID !== tx.viewer.UserID && !can(tx.viewer, superviseDrawersGuard)) throw forbidden();
  if (row.IsClosed === 1)
    throw conflict(createMessage("wrong-state", { record: drawerName(row), state: "closed" }), row);
  return row;
}

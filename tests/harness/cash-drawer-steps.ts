import type { CashStep } from "./cash-model.ts";

const floatRupees = 500;

const openOwnDrawer: CashStep = (model, _random, user) => {
  if (model.openDrawers.has(user) || model.isClosingDay) return undefined;
  return {
    name: "open drawer",
    method: "POST",
    path: "/drawer",
    body: { Float: floatRupees },
    apply: (target, { status, body }) => {
      if (status === 200) target.openDrawers.set(user, (body.data as { DrawerID: number }).DrawerID);
    },
  };
};

/** Closes the drawer of the user with a random count. */
export const closeOwnDrawer: CashStep = (model, random, user) => {
  const id = model.openDrawers.get(user);
  if (id === undefined) return undefined;
  const Denominations = { "500": random.below(20), "1": random.below(50) };
  return {
    name: "close drawer",
    method: "POST",
    path: `/drawer/${id}/close`,
    body: { Denominations, DifferenceReason: "Random count" },
    apply: (target, { status, body }) => {
      // Two windows of one cashier may close it at once.
      if (status === 200 || body.code === "wrong-state") target.openDrawers.delete(user);
    },
  };
};

export const closeDay: CashStep = ({ today }) => ({
  name: "close day",
  method: "POST",
  path: "/day-close",
  body: { Date: today },
  apply: () => undefined,
});

/**
 * The steps of the cash walk that open and close drawers. Opening is chosen often, because most cashiers have a drawer
 * already when it is chosen.
 */
export const drawerSteps: readonly CashStep[] = [
  ...Array<CashStep>(40).fill(openOwnDrawer),
  closeOwnDrawer,
  closeOwnDrawer,
];

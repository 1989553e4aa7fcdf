import { displaysSeen, makeDisplay, openWall, wallReceipts } from "../../shared/endpoints/wall.ts";
import { messages } from "../../shared/messages.ts";
import { toRupees } from "../../shared/money.ts";
import { can, type Viewer } from "../../shared/permissions.ts";
import { display } from "../../shared/resources/display.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import type { WallBoard } from "../../shared/wire.ts";
import type { PortalAccess } from "../ground/access.ts";
import { concerns } from "../ground/concerns.ts";
import { dropKey, lastSeen, makeKey, useKey } from "../ground/display-keys.ts";
import type { Tokens } from "../ground/tokens.ts";
import { type Call, defineCall, defineFeature } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Board } from "../kernel/live.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { among, type Store } from "../kernel/store.ts";
import type { Vault } from "../kernel/vault.ts";

interface WallParts {
  access: PortalAccess;
  tokens: Tokens;
  mirror: Mirror;
  store: Store;
  feed: Feed;
  vault: Vault;
}

const shownAtOnce = 10;

/** Displays; one that goes is dark from the commit on, as its token and its key are of nobody then. */
export const displayFeature = defineFeature(display, {
  remove: async (tx, row) => {
    dropKey(tx, row.DisplayID);
    tx.remove(display, row);
  },
});

/** The screens on the wall: making one, letting it in, and the receipts that it shows beside the dashboard's figures. */
export function wall({ access, tokens, mirror, store, feed, vault }: WallParts): { calls: Call[]; board: Board } {
  return {
    calls: [
      defineCall(makeDisplay, async ({ ctx, body }) => {
        const data = await ctx.transaction(async (tx) => {
          const made = { ...body, MadeBy: tx.by.name, CreatedAt: tx.now.toISOString() };
          const row = await tx.insert(display, made);
          return { ...row, Key: makeKey(tx, row.DisplayID) };
        });
        return { success: true, message: messages.added(display.label), data };
      }),
      defineCall(openWall, async ({ ctx, body: { key } }) => {
        const DisplayID = await ctx.urgent().transaction((tx) => useKey(tx, key));
        // Another server may have made it a moment ago: the token is good for whatever comes next.
        await feed.seen(access.resources);
        return {
          success: true,
          message: "",
          token: tokens.forDisplay({ DisplayID }),
          name: mirror.get(display, DisplayID)?.DisplayName ?? "",
        };
      }),
      defineCall(displaysSeen, async () => {
        await feed.seen([display.name]);
        const data = [...mirror.all(display)].map(async ({ DisplayID }) => {
          return { DisplayID, LastSeenAt: (await lastSeen(vault, DisplayID))?.toISOString() ?? null };
        });
        return { success: true, message: "", data: await Promise.all(data) };
      }),
      defineCall(wallReceipts, async ({ ctx }) => ({ success: true, message: "", ...(await boardFor(ctx.viewer)) })),
    ],
    board: {
      name: "wall",
      forDisplays: true,
      moves: (changes, viewer) => changes.some((change) => concerns(viewer, [paymentReceipt], change)),
      mayWatch: (viewer) => can(viewer, paymentReceipt.guards.list),
      tell: async (viewer, emit) => emit("wall", await boardFor(viewer)),
    },
  };

  async function boardFor({ scope, plots }: Viewer): Promise<WallBoard> {
    const own = scope === "all" ? {} : { PlotID: among([...plots]) };
    const rows = await store.find(
      paymentReceipt,
      { VoidedAt: null, ...own },
      { sort: { PaymentReceiptID: -1 }, limit: shownAtOnce },
    );
    const receipts = rows.map(({ ReceiptNo, HouseNo, PlotID, AmountPaid, CreatedAt }) => ({
      ReceiptNo,
      HouseNo,
      CategoryName: mirror.get(plotCategory, mirror.get(plot, PlotID)?.CategoryID ?? 0)?.CategoryName ?? "",
      AmountPaid: toRupees(AmountPaid),
      CreatedAt,
    }));
    return { receipts };
  }
}

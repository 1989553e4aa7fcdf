import { bouncedOrReturnedStates } from "../../../shared/domain/cheques.ts";
import {
  createDisplay,
  createDisplayToken,
  listDisplayReceipts,
  listDisplayStatus,
} from "../../../shared/endpoints/display.ts";
import { createSavedMessage } from "../../../shared/messages.ts";
import { toRupees } from "../../../shared/money.ts";
import { can, type Viewer } from "../../../shared/permissions.ts";
import { display } from "../../../shared/resources/display.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import type { DisplayData } from "../../../shared/wire.ts";
import { buildOwnRowsFilter } from "../../database/own-rows.ts";
import { where } from "../../database/store.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { isVisibleChange } from "../../services/visible-rows.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";
import { authenticateDisplay, createDisplayKey, deleteDisplayKey, readLastSeen } from "./display-keys.ts";

const maxDisplayReceipts = 10;

/** Deleting a display revokes its key and its token at once. */
const displayHandlers = defineResourceHandlers(display, {
  remove: async (tx, row) => {
    deleteDisplayKey(tx, row.DisplayID);
    tx.remove(display, row);
  },
});

export const feature: Feature = { resourceHandlers: displayHandlers, initialize: initializeDisplays };

/** Creates displays, issues their tokens, lists when they were last seen, and sends the receipts that they show. */
function initializeDisplays({
  permissionCache,
  tokens,
  referenceCache,
  store,
  changeStream,
  secretStore,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(createDisplay, async ({ ctx, body }) => {
        const data = await ctx.transaction(async (tx) => {
          const row = await tx.insert(display, { ...body, MadeBy: tx.by.name, CreatedAt: tx.now.toISOString() });
          return { ...row, Key: createDisplayKey(tx, row.DisplayID) };
        });
        return { ...createSavedMessage("added", display.label), data };
      }),
      defineEndpointHandler(createDisplayToken, async ({ ctx, body: { key } }) => {
        const DisplayID = await ctx.allowingLowDisk().transaction((tx) => authenticateDisplay(tx, key));
        // Waits until this server knows the display, so that the token is valid at once.
        await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
        return {
          token: tokens.issueForDisplay({ DisplayID }),
          name: referenceCache.get(display, DisplayID)?.DisplayName ?? "",
        };
      }),
      defineEndpointHandler(listDisplayStatus, async () => {
        await changeStream.waitForOwnCommits([display.name]);
        const data = await Promise.all(
          [...referenceCache.all(display)].map(async ({ DisplayID }) => {
            return { DisplayID, LastSeenAt: (await readLastSeen(secretStore, DisplayID))?.toISOString() ?? null };
          }),
        );
        return { data };
      }),
      defineEndpointHandler(listDisplayReceipts, async ({ ctx }) => ({ ...(await readDisplayData(ctx.viewer)) })),
    ],
    liveQueries: [
      {
        name: "wall",
        isForDisplays: true,
        isAffectedBy: (changes, viewer) =>
          changes.some((change) => isVisibleChange(viewer, [paymentReceipt, plotCategory], change)),
        canSubscribe: (viewer) => can(viewer, paymentReceipt.guards.list),
        send: async (viewer, emit) => emit("wall", await readDisplayData(viewer)),
      },
    ],
  };

  async function readDisplayData(viewer: Viewer): Promise<DisplayData> {
    const rows = await store.find(
      paymentReceipt,
      {
        VoidedAt: null,
        ChequeState: where({ $nin: bouncedOrReturnedStates }),
        ...buildOwnRowsFilter(paymentReceipt, viewer),
      },
      { sort: { PaymentReceiptID: -1 }, limit: maxDisplayReceipts },
    );
    const receipts = rows.map(({ ReceiptNo, HouseNo, PlotID, AmountPaid, CreatedAt }) => {
      const CategoryID = referenceCache.get(plot, PlotID)?.CategoryID ?? 0;
      const CategoryName = referenceCache.get(plotCategory, CategoryID)?.CategoryName ?? "";
      return { ReceiptNo, HouseNo, CategoryName, AmountPaid: toRupees(AmountPaid), CreatedAt };
    });
    return { receipts };
  }
}

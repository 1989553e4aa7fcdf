import { useMemo } from "react";
import type { z } from "zod";
import { balance, type houseBalance } from "../../../shared/endpoints/balance.ts";
import { type Paisa, readPaisa } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCan, useSession } from "../../api/session.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useLiveRequest } from "../../live/useLiveRequest.ts";

export const accountResources = [paymentSchedule.name, paymentReceipt.name, adjustment.name];

/** The balance of the owner before, whose records the lists of a resident do not contain; in paisa. */
export interface BroughtForward {
  ownedFrom: string;
  due: Paisa;
  /** All credit of the house, also of records that are not listed. */
  credit: Paisa;
}

/** Undefined for staff, for a first owner, and until it is loaded. */
export function useBroughtForward(house: PlotRecord): BroughtForward | undefined {
  const { data } = useHouseBalance(house, useHasHiddenRecords(house));
  const { OwnedFrom } = house;
  return useMemo(() => {
    if (!data || OwnedFrom === null) return undefined;
    const due = data.items.find(({ kind, id }) => kind === "opening" && id === 0)?.Due ?? 0;
    return { ownedFrom: OwnedFrom, due: readPaisa(due), credit: readPaisa(data.credit) };
  }, [data, OwnedFrom]);
}

/** Whether the lists of the user lack the records of an owner before. */
export function useHasHiddenRecords({ OwnedFrom }: PlotRecord): boolean {
  return useSession()?.user.role.scope === "own" && OwnedFrom !== null;
}

/** The open items and the credit of the house, updated live; nothing without the right to see them or if not `enabled`. */
export function useHouseBalance({ PlotID }: PlotRecord, enabled: boolean) {
  const canSeeSchedule = useCan(paymentSchedule.guards.list.page, "CanView");
  const canSeeReceipts = useCan(paymentReceipt.guards.list.page, "CanView");
  const path = balance.path.replace(":PlotID", String(PlotID));
  const query = useLiveRequest<{ data: z.output<typeof houseBalance> }>(
    enabled && canSeeSchedule && canSeeReceipts ? path : null,
    accountResources,
  );
  return { data: query.data?.data, loading: query.loading };
}

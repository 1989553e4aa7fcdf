import { addDays } from "../../shared/dates.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { postImport } from "./imports.ts";
import {
  isPaid,
  type ModelItem,
  maxWaivable,
  removeItem,
  removeSource,
  settle,
  takeCredit,
  totalCredit,
  waive,
} from "./model-ledger.ts";
import {
  expectStatus,
  houseOf,
  type ModelAdjustment,
  type ModelHouse,
  type SentReply,
  type Step,
  type WalkState,
} from "./money-model.ts";
import { expectSame, isFileRefused, randomAmount, recordReceipt } from "./money-steps.ts";
import type { Person } from "./person.ts";
import { parseRecord } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

// The steps of the money walk with adjustments.

const Reason = "Random step";

/** A charge or an opening balance; an opening balance below 0 is credit. */
export const addChargeOrOpening: Step = (state, random) => {
  const { plotId } = random.pick(state.houses);
  const kind = random.pick(["charge", "opening"] as const);
  const amount = randomAmount(random) * (kind === "opening" && random.chance(0.5) ? -1 : 1);
  const date = addDays(state.today, -random.below(71));
  const dueDate = random.chance(0.5) ? addDays(state.today, random.between(-90, 60)) : null;
  const body = { PlotID: plotId, Kind: kind, Amount: amount / 100, Date: date, DueDate: dueDate, Reason };
  return {
    name: kind,
    plotIds: [plotId],
    send: (user) => user.post("/adjustment", body),
    apply: (model, reply) => {
      const { AdjustmentID: id } = parseRecord(adjustment, reply);
      const house = houseOf(model, plotId);
      addToLedger(house, { id, kind, amount, date, funding: [] }, dueDate);
      settle(house, model.today);
    },
  };
};

/** The same charge, opening balance or refund for several houses, all or none. */
export const addAdjustments: Step = (state, random) => {
  const plotIds = state.houses.filter(() => random.chance(0.7)).map(({ plotId }) => plotId);
  if (plotIds.length === 0) return undefined;
  const kind = random.pick(["charge", "opening", "refund"] as const);
  const amount = (kind === "refund" ? random.between(1, 20_000) : randomAmount(random)) * (kind === "opening" ? -1 : 1);
  const date = addDays(state.today, -random.below(71));
  const body = { PlotIDs: plotIds, Kind: kind, Amount: amount / 100, Date: date, Reason };
  return {
    name: "add adjustments",
    plotIds,
    send: async (user) => {
      const reply = await user.post("/adjustment/bulk", body);
      const newest = await user.list(adjustment, "?sort=-AdjustmentID&limit=60");
      return { ...reply, created: newest.map((row) => ({ id: row.AdjustmentID, key: keyOf(row) })) };
    },
    apply: (model, reply) => {
      const houses = plotIds.map((plotId) => houseOf(model, plotId));
      if (kind === "refund" && houses.some((house) => totalCredit(house) < amount)) return expectStatus(reply, 400);
      expectStatus(reply, 200);
      expectSame("added adjustments", reply.body.data, plotIds.length);
      for (const house of houses) {
        const key = keyOf({ PlotID: house.plotId, Kind: kind, Amount: amount / 100, Date: date });
        const known = new Set(house.adjustments.map((row) => row.id));
        const id = reply.created?.find((row) => row.key === key && !known.has(row.id))?.id;
        if (id === undefined) throw new Error(`There is no adjustment ${key}`);
        if (kind === "refund") house.adjustments.push({ id, kind, amount, date, funding: takeCredit(house, amount) });
        else addToLedger(house, { id, kind, amount, date, funding: [] }, null);
        settle(house, model.today);
      }
    },
  };
};

function keyOf(row: Pick<RecordOf<typeof adjustment>, "PlotID" | "Kind" | "Amount" | "Date">): string {
  return [row.PlotID, row.Kind, row.Amount, row.Date].join(" ");
}

/** A waiver or write-off of a part, of all or of more than is due. */
export const waiveItem: Step = (state, random) => {
  const items = state.houses.flatMap((house) => house.items.map((item) => ({ house, item })));
  const open = items.filter(({ house, item }) => !isPaid(house, item) || item.penaltyApplied);
  if (items.length === 0) return undefined;
  const { house, item } = random.pick(open.length > 0 && random.chance(0.9) ? open : items);
  const isInstallment = item.kind === "installment";
  const part = isInstallment && item.penaltyApplied && random.chance(0.6) ? ("penalty" as const) : ("amount" as const);
  const kind = part === "amount" && random.chance(0.4) ? "write-off" : "waiver";
  const amount = amountUpTo(maxWaivable(house, item, part), random);
  const date = addDays(state.today, -random.below(20));
  const reference = isInstallment ? { PaymentScheduleID: item.id } : { ChargeID: item.id };
  const body = { PlotID: house.plotId, Kind: kind, Amount: amount / 100, Date: date, Of: part, Reason, ...reference };
  const target = { kind: isInstallment ? ("installment" as const) : ("charge" as const), id: item.id, part };
  return {
    name: part === "penalty" ? "waiver of penalty" : kind,
    plotIds: [house.plotId],
    send: (user) => user.post("/adjustment", body),
    apply: (model, reply) => {
      const current = houseOf(model, house.plotId);
      const found = findItem(current, target);
      if (!found || amount > maxWaivable(current, found, part)) return expectStatus(reply, 400);
      const { AdjustmentID: id } = parseRecord(adjustment, reply);
      const row: ModelAdjustment = { id, kind, amount, date, item: target, funding: [] };
      const { tickedOn } = found;
      const tickedExcess = waive(current, found, part, amount);
      const source = { kind: "adjustment", id, date: tickedOn ?? date, amount: tickedExcess, refunded: 0 };
      if (tickedExcess > 0) Object.assign(row, { source, tickedOn });
      if (row.source) current.sources.push(row.source);
      current.adjustments.push(row);
      settle(current, model.today);
    },
  };
};

/** A refund of credit, or its transfer to another house. */
export const refundOrTransfer: Step = (state, random) => {
  const housesWithCredit = state.houses.filter((house) => totalCredit(house) > 0);
  if (housesWithCredit.length === 0 && random.chance(0.7)) return recordReceipt(state, random);
  const house = housesWithCredit.length > 0 ? random.pick(housesWithCredit) : random.pick(state.houses);
  const others = state.houses.filter((other) => other !== house);
  const toPlotId = random.chance(0.5) ? random.pick(others).plotId : undefined;
  const amount = amountUpTo(totalCredit(house), random);
  const date = addDays(state.today, -random.below(20));
  const kind = toPlotId === undefined ? "refund" : "transfer";
  const body = { PlotID: house.plotId, Kind: kind, Amount: amount / 100, Date: date, Reason, ToPlotID: toPlotId };
  return {
    name: kind,
    plotIds: [house.plotId, ...(toPlotId === undefined ? [] : [toPlotId])],
    send: (user) => user.post("/adjustment", body),
    apply: (model, reply) => {
      const current = houseOf(model, house.plotId);
      if (amount > totalCredit(current)) return expectStatus(reply, 400);
      const { AdjustmentID: id } = parseRecord(adjustment, reply);
      const row: ModelAdjustment = { id, kind, amount, date, funding: takeCredit(current, amount) };
      current.adjustments.push(row);
      settle(current, model.today);
      if (toPlotId === undefined) return;
      const receiver = houseOf(model, toPlotId);
      row.toPlotId = toPlotId;
      row.source = { kind: "adjustment", id, date, amount, refunded: 0 };
      receiver.sources.push(row.source);
      settle(receiver, model.today);
    },
  };
};

export const voidAdjustment: Step = (state, random) => {
  const all = state.houses.flatMap(({ adjustments }) => adjustments.map(({ id }) => id));
  const candidates = state.voidedAdjustmentIds.length > 0 && random.chance(0.05) ? state.voidedAdjustmentIds : all;
  if (candidates.length === 0) return undefined;
  const id = random.pick(candidates);
  const adjustedHouse = state.houses.find(({ adjustments }) => adjustments.some((row) => row.id === id));
  const toPlotId = adjustedHouse?.adjustments.find((row) => row.id === id)?.toPlotId;
  return {
    name: "void adjustment",
    plotIds: [adjustedHouse?.plotId, toPlotId].filter((plotId) => plotId !== undefined),
    send: (user) => user.post(`/adjustment/${id}/void`, { Reason }),
    apply: (model, reply) => {
      const house = model.houses.find(({ adjustments }) => adjustments.some((row) => row.id === id));
      const row = house?.adjustments.find((each) => each.id === id);
      const charge = house?.items.find((item) => item.kind !== "installment" && item.id === id);
      const isRefused = !house || !row || (row.source?.refunded ?? 0) > 0 || (charge?.waived ?? 0) > 0;
      if (isRefused || hasLaterTick(house, row)) return expectStatus(reply, 409);
      expectStatus(reply, 200);
      for (const changed of undoAdjustment(model, house, row)) settle(changed, model.today);
    },
  };
};

/** Undoes the adjustment; returns the houses that must be settled. */
export function undoAdjustment(model: WalkState, house: ModelHouse, row: ModelAdjustment): Set<ModelHouse> {
  const receiver = row.toPlotId === undefined ? house : houseOf(model, row.toPlotId);
  const charge = house.items.find((item) => item.kind !== "installment" && item.id === row.id);
  if (charge) removeItem(house, charge);
  if (row.source) removeSource(receiver, row.source);
  for (const { source, amount } of row.funding) source.refunded -= amount;
  if (row.item) undoWaiver(model, house, row);
  house.adjustments = house.adjustments.filter((other) => other !== row);
  model.voidedAdjustmentIds.push(row.id);
  return new Set([house, receiver]);
}

/**
 * Imports opening balances of up to three houses. `alike=add` imports rows that resemble others, but a house that has
 * an opening balance of that day gets no second one.
 */
export const importOpenings: Step = (state, random) => {
  const houses = [...new Set(Array.from({ length: random.between(1, 3) }, () => random.pick(state.houses)))];
  const date = addDays(state.today, -random.between(30, 33));
  const rows = houses.map(({ plotId, houseNo }) => {
    return { plotId, houseNo, amount: randomAmount(random) * (random.chance(0.4) ? -1 : 1) };
  });
  const lines = rows.map(({ houseNo, amount }) => [houseNo, amount / 100, date].join());
  const file = ["House No,Amount,As of", ...lines].join("\n");
  return {
    name: "import openings",
    plotIds: rows.map(({ plotId }) => plotId),
    send: async (user) => {
      const reply = await postImport(user, "opening-balances?alike=add", file);
      const newest = await user.list(adjustment, "?sort=-AdjustmentID&limit=20");
      const openings = newest.filter(({ Kind, Date: day }) => Kind === "opening" && day === date);
      return {
        ...reply,
        created: openings.map((row) => ({ id: row.AdjustmentID, key: `${row.PlotID} ${row.Amount}` })),
      };
    },
    apply: (model, reply) => {
      if (isFileRefused(reply)) return;
      expectStatus(reply, 200);
      const isOpening = (row: ModelAdjustment) => row.kind === "opening" && row.date === date;
      const added = rows.filter(({ plotId }) => !houseOf(model, plotId).adjustments.some(isOpening));
      expectSame("added openings", (reply.body.data as { added: number }).added, added.length);
      for (const { plotId, amount } of added) {
        const house = houseOf(model, plotId);
        const id = reply.created?.find(({ key }) => key === `${plotId} ${amount / 100}`)?.id;
        if (id === undefined) throw new Error(`There is no opening balance of ${plotId}`);
        addToLedger(house, { id, kind: "opening", amount, date, funding: [] }, null);
        settle(house, model.today);
      }
    },
  };
};

/** Adds the newest adjustments to the reply; `apply` finds those that the request created by their keys. */
export async function withAdjustments(user: Person, reply: SentReply): Promise<SentReply> {
  if (reply.status !== 200) return reply;
  const newest = await user.list(adjustment, "?sort=-AdjustmentID&limit=60");
  const keys = newest.map((row) => ({
    id: row.AdjustmentID,
    key: `${row.Kind} ${row.PlotID} ${row.PaymentScheduleID} ${row.Amount}`,
  }));
  return { ...reply, created: [...(reply.created ?? []), ...keys] };
}

/** A random amount in paisa, mostly up to the maximum and sometimes above it. */
function amountUpTo(maxAmount: number, random: TestRandom): number {
  if (maxAmount <= 0 || random.chance(0.15)) return Math.max(0, maxAmount) + random.between(1, 50_000);
  return random.chance(0.4) ? maxAmount : random.between(1, maxAmount);
}

/** Adds a charge or opening balance. */
export function addToLedger(house: ModelHouse, row: ModelAdjustment, dueDate: string | null): void {
  const { id, amount, date } = row;
  house.adjustments.push(row);
  if (amount < 0) {
    row.source = { kind: "adjustment", id, date: row.tickedOn ?? date, amount: -amount, refunded: 0 };
    house.sources.push(row.source);
    return;
  }
  const item: ModelItem = {
    kind: row.kind === "opening" ? "opening" : "charge",
    id,
    number: 0,
    planId: 0,
    isDuplicate: false,
    dueDate: dueDate ?? date,
    amount,
    penalty: 0,
    graceDays: 0,
    penaltyApplied: false,
    waived: 0,
    waivedPenalty: 0,
    ticked: 0,
    tickedOn: null,
  };
  house.items.push(item);
}

function findItem(house: ModelHouse, { kind, id }: NonNullable<ModelAdjustment["item"]>): ModelItem | undefined {
  return house.items.find((item) => item.id === id && (item.kind === "installment") === (kind === "installment"));
}

/** Makes the waived amount due again. A part of the tick that the waiver turned into credit returns to the tick. */
function undoWaiver(model: WalkState, house: ModelHouse, row: ModelAdjustment): void {
  const item = row.item && findItem(house, row.item);
  if (!item || !row.item) return;
  if (row.item.part === "penalty") item.waivedPenalty -= row.amount;
  else {
    // A revision lowers an installment at most to its waived amount, and without the waiver to the amount of the rate.
    const wasLimitedByWaiver = item.kind === "installment" && item.amount === item.waived;
    item.waived -= row.amount;
    const rate = wasLimitedByWaiver && model.rates.find(({ planId }) => planId === item.planId);
    if (rate) item.amount = Math.max(item.waived, Math.min(item.amount, rate.amount));
  }
  const tickedExcess = row.source?.amount ?? 0;
  if (tickedExcess === 0) return;
  item.ticked += tickedExcess;
  item.tickedOn ??= row.tickedOn ?? null;
}

/** Whether the item was ticked again after the waiver turned its earlier tick into credit. */
function hasLaterTick(house: ModelHouse, { item: reference, source, tickedOn }: ModelAdjustment): boolean {
  const item = reference && source && findItem(house, reference);
  return item !== undefined && item.ticked > 0 && item.tickedOn !== tickedOn;
}

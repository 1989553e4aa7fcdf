import { monthOf } from "../../shared/dates.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { dueOf, type ModelItem, receivedOf, release, settle, takeFromTick } from "./model-ledger.ts";
import { addToLedger, undoAdjustment, withAdjustments } from "./money-adjustment-steps.ts";
import {
  dueDateIn,
  expectStatus,
  houseOf,
  type ModelAdjustment,
  type ModelHouse,
  type ModelRate,
  type SentReply,
  type Step,
  type WalkState,
} from "./money-model.ts";
import { monthOfItem } from "./money-steps.ts";

/** An installment and the service rate whose amount and plan it gets. */
interface RevisedItem {
  house: ModelHouse;
  item: ModelItem;
  rate: ModelRate;
}

/** Revises the amount of a service rate from a month on. */
export const reviseRate: Step = (state, random) => {
  const { id, months, amount: before } = random.pick(state.rates);
  const from = random.pick(months);
  const amount = random.pick([40_000, 80_000, 100_000, 150_000, before]);
  const { month: FromMonth, year: FromYear } = monthOf(`${from}-01`);
  return {
    name: "revise",
    plotIds: state.houses.map(({ plotId }) => plotId),
    send: async (user) => {
      const reply = await user.post(`/service-rate/${id}/revise`, { FromMonth, FromYear, FloorRate: amount / 100 });
      const rates = reply.status === 200 ? await user.list(serviceRate, "?sort=-RateID&limit=20") : [];
      const created = rates.map((rate) => ({
        id: rate.RateID,
        key: `rate ${rate.FloorID} ${rate.PlotTypeID} ${rate.StartYear}-${rate.StartMonth} ${rate.PaymentPlanID}`,
      }));
      return withAdjustments(user, { ...reply, created });
    },
    apply: (model, reply) => {
      const rate = model.rates.find((each) => each.id === id);
      if (!rate?.months.includes(from) || rate.amount === amount) return expectStatus(reply, 400);
      const { planId } = rate;
      const rows = model.houses.flatMap((house) =>
        house.items
          .filter((item) => item.kind === "installment" && item.planId === planId && monthOfItem(item) >= from)
          .map((item) => ({ house, item })),
      );
      if (rows.some(({ house, item }) => needsVoidOfWaivedSurcharge(house, item, amount)))
        return expectStatus(reply, 409);
      expectStatus(reply, 200);
      const successor = splitRate(model, rate, { from, amount }, reply);
      reviseItems(
        model,
        rows.map((row) => ({ ...row, rate: successor })),
        reply,
      );
    },
  };
};

/** Moves a house to another floor from a month on. */
export const moveHouse: Step = (state, random) => {
  const { plotId, floorId } = random.pick(state.houses);
  const targetFloorId = random.chance(0.9) ? state.floorIds.find((id) => id !== floorId) : floorId;
  const from = random.pick(state.rates.flatMap(({ months }) => months));
  const { month: FromMonth, year: FromYear } = monthOf(`${from}-01`);
  const body = { TypeID: state.typeId, FloorID: targetFloorId, FromMonth, FromYear };
  return {
    name: "move",
    plotIds: [plotId],
    send: async (user) => withAdjustments(user, await user.post(`/plot/${plotId}/move`, body)),
    apply: (model, reply) => {
      const house = houseOf(model, plotId);
      const items = house.items.filter((item) => item.kind === "installment" && monthOfItem(item) >= from);
      if (items.some(({ isDuplicate }) => isDuplicate)) return expectStatus(reply, 409);
      const rates = model.rates.filter((rate) => rate.floorId === targetFloorId && rate.planId !== undefined);
      const revised = items.map((item) => {
        return { house, item, rate: rates.find(({ months }) => months.includes(monthOfItem(item))) };
      });
      if (!revised.every(hasRate)) return expectStatus(reply, 400);
      if (targetFloorId === house.floorId && revised.every(({ item, rate }) => item.planId === rate.planId))
        return expectStatus(reply, 400);
      if (revised.some(({ item, rate }) => needsVoidOfWaivedSurcharge(house, item, rate.amount)))
        return expectStatus(reply, 409);
      expectStatus(reply, 200);
      house.floorId = targetFloorId ?? house.floorId;
      reviseItems(model, revised, reply);
    },
  };
};

function hasRate<Row extends { rate: ModelRate | undefined }>(row: Row): row is Row & { rate: ModelRate } {
  return row.rate !== undefined;
}

/** Ends the service rate before the month and returns its successor; a rate that begins in this month is changed. */
function splitRate(
  model: WalkState,
  rate: ModelRate,
  { from, amount }: { from: string; amount: number },
  reply: SentReply,
): ModelRate {
  const months = rate.months.filter((month) => month >= from);
  if (months.length === rate.months.length) {
    rate.amount = amount;
    return rate;
  }
  const { month, year } = monthOf(`${from}-01`);
  const prefix = `rate ${rate.floorId} ${model.typeId} ${year}-${month} `;
  const created = reply.created?.find(({ key }) => key.startsWith(prefix));
  if (!created) throw new Error(`There is no successor: ${prefix}`);
  const plan = created.key.slice(prefix.length);
  const successor = { ...rate, id: created.id, months, amount, planId: plan === "null" ? undefined : Number(plan) };
  rate.months = rate.months.filter((each) => each < from);
  model.rates.push(successor);
  return successor;
}

/**
 * The charges (adjustments) that earlier revisions added for the installment, their sum, and whether a revision to the
 * new amount would void them.
 */
function surchargesOf(house: ModelHouse, item: ModelItem, newAmount: number) {
  const charges = house.adjustments.filter((row) => row.kind === "charge" && row.revisedInstallmentId === item.id);
  const sum = charges.reduce((total, { amount }) => total + amount, 0);
  return { charges, sum, wouldBeVoided: sum > 0 && newAmount - sum < item.waived };
}

function needsVoidOfWaivedSurcharge(house: ModelHouse, item: ModelItem, newAmount: number): boolean {
  const { charges, wouldBeVoided } = surchargesOf(house, item, newAmount);
  return wouldBeVoided && charges.some(({ id }) => hasWaiver(house, id));
}

function hasWaiver(house: ModelHouse, chargeId: number): boolean {
  return house.items.some((item) => item.kind !== "installment" && item.id === chargeId && item.waived > 0);
}

/**
 * Changes the amounts of the installments in place, except that an installment with money on it gets a separate charge
 * instead of a higher amount. Money beyond a lower amount becomes credit. An installment without money and without an
 * applied penalty also gets the rate's due day, days of grace and penalty.
 */
function reviseItems(model: WalkState, revised: readonly RevisedItem[], reply: SentReply): void {
  const added: { house: ModelHouse; row: Omit<ModelAdjustment, "id">; dueDate: string | null }[] = [];
  // The received amounts are read before any money moves.
  const planned = revised.map((each) => ({ ...each, received: receivedOf(each.house, each.item) }));
  for (const { house, item, rate } of planned) {
    const { charges, wouldBeVoided } = surchargesOf(house, item, rate.amount);
    if (wouldBeVoided) for (const row of charges) undoAdjustment(model, house, row);
  }
  for (const { house, item, rate, received } of planned) {
    const { sum } = surchargesOf(house, item, rate.amount);
    const amount = Math.max(item.waived, rate.amount - sum);
    const charge = received > 0 && amount > item.amount ? amount - item.amount : 0;
    if (charge === 0) item.amount = amount;
    const excess = Math.max(0, received - dueOf(item));
    const { tickedOn } = item;
    // The excess that a tick has paid has no receipt, so it becomes an opening balance with credit.
    const tickedExcess = release(house, item, excess);
    if (tickedExcess > 0) takeFromTick(item, tickedExcess);
    const common = { date: model.today, revisedInstallmentId: item.id, funding: [] };
    if (tickedExcess > 0)
      added.push({ house, row: { ...common, kind: "opening", amount: -tickedExcess, tickedOn }, dueDate: null });
    const month = monthOfItem(item);
    if (charge > 0) added.push({ house, row: { ...common, kind: "charge", amount: charge }, dueDate: item.dueDate });
    Object.assign(item, { planId: rate.planId, number: rate.months.indexOf(month) + 1 });
    if (received > 0 || item.penaltyApplied) continue;
    Object.assign(item, { dueDate: dueDateIn(month, rate.dueDay), graceDays: rate.graceDays, penalty: rate.penalty });
  }
  for (const { house, row, dueDate } of added) {
    const key = `${row.kind} ${house.plotId} ${row.revisedInstallmentId ?? null} ${row.amount / 100}`;
    const id = reply.created?.find((each) => each.key === key)?.id;
    if (id === undefined) throw new Error(`There is no adjustment ${key}`);
    addToLedger(house, { ...row, id }, dueDate);
  }
  for (const house of new Set(revised.map((each) => each.house))) settle(house, model.today);
}

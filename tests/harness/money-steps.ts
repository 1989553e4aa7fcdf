import { addDays, monthOf } from "../../shared/dates.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { postImport } from "./imports.ts";
import {
  emptyLedger,
  isPaid,
  isPaidBySources,
  type ModelItem,
  type ModelSource,
  receivedOf,
  release,
  removeItem,
  removeSource,
  settle,
  tick,
  undoUntick,
  untick,
} from "./model-ledger.ts";
import {
  dueDateIn,
  expectStatus,
  houseOf,
  type ModelAdjustment,
  type ModelHouse,
  type ModelRate,
  monthAfter,
  ownerOn,
  type Step,
  type WalkState,
} from "./money-model.ts";
import { parseRecord, type Reply } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

// The steps of the money walk with receipts, installments, plans, rates, houses and expenses.

const Reason = "Random step";

/** In paisa. Half of the amounts are those that pay an item exactly. */
export function randomAmount(random: TestRandom): number {
  return random.chance(0.5) ? random.pick([50_000, 100_000, 109_995, 200_000]) : random.between(1, 350_000);
}

export const recordReceipt: Step = (state, random) => {
  const { plotId, houseNo } = random.pick(state.houses);
  const amount = randomAmount(random);
  const date = addDays(state.today, -random.below(71));
  return {
    name: "receive",
    plotIds: [plotId],
    send: (user) => user.post("/payment-receipt", receiptForm(houseNo, amount, date)),
    apply: (model, reply) => {
      expectStatus(reply, 200);
      const { PaymentReceiptID: id } = parseRecord(paymentReceipt, reply);
      const house = houseOf(model, plotId);
      addReceipt(house, { id, date, amount });
      settle(house, model.today);
    },
  };
};

export const changeReceipt: Step = (state, random) => {
  const picked = pickReceipt(state, random);
  if (!picked) return undefined;
  const { id } = picked.receipt;
  const target = random.chance(0.3) ? random.pick(state.houses) : picked.house;
  const amount = random.chance(0.6) ? randomAmount(random) : picked.receipt.amount;
  const date = random.chance(0.5) ? addDays(state.today, -random.below(71)) : picked.receipt.date;
  const form = receiptForm(target.houseNo, amount, date);
  return {
    name: "change receipt",
    plotIds: [picked.house.plotId, target.plotId],
    send: (user) => user.put(`/payment-receipt/${id}`, form),
    apply: (model, reply) => {
      const found = findReceipt(model, id);
      if (!found) return expectStatus(reply, 409);
      const { house: before, receipt } = found;
      const isSame = before.plotId === target.plotId && receipt.amount === amount && receipt.date === date;
      if (!isSame && receipt.refunded > 0) return expectStatus(reply, 409);
      expectStatus(reply, 200);
      if (isSame) return;
      const after = houseOf(model, target.plotId);
      removeSource(before, receipt);
      // The payer stays unless the house or the date has changed.
      const payer = before === after && receipt.date === date ? receipt.payer : ownerOn(after, date);
      after.sources.push({ ...receipt, amount, date, payer });
      for (const house of new Set([before, after])) settle(house, model.today);
    },
  };
};

export const voidReceipt: Step = (state, random) => {
  const voidedId = random.chance(0.05) ? random.pick([0, ...state.voidedReceiptIds]) : 0;
  const picked = pickReceipt(state, random);
  const id = voidedId || picked?.receipt.id;
  if (!id) return undefined;
  return {
    name: "void receipt",
    plotIds: picked ? [picked.house.plotId] : [],
    send: (user) => user.send({ method: "DELETE", path: `/payment-receipt/${id}`, body: { Reason } }),
    apply: (model, reply) => {
      const found = findReceipt(model, id);
      if (!found || found.receipt.refunded > 0) return expectStatus(reply, 409);
      expectStatus(reply, 200);
      removeSource(found.house, found.receipt);
      model.voidedReceiptIds.push(id);
      settle(found.house, model.today);
    },
  };
};

export const tickItem: Step = (state, random) => {
  const picked = pickInstallment(state, random);
  if (!picked) return undefined;
  const { id } = picked.item;
  return {
    name: "tick",
    plotIds: [picked.house.plotId],
    send: (user) => user.put(`/payment-schedule/${id}`, { IsPaid: 1 }),
    apply: (model, reply, user) => {
      const found = findInstallment(model, id);
      if (!found) return expectStatus(reply, 404);
      const { house, item } = found;
      if (undoUntick(house, item, user)) settle(house, model.today);
      else if (isPaidBySources(house, item)) return expectStatus(reply, 409);
      else if (!isPaid(house, item)) {
        // A waiver was voided after the tick.
        if (item.ticked > 0) return expectStatus(reply, 409);
        tick(house, item, model.today);
      }
      expectStatus(reply, 200);
    },
  };
};

export const untickItem: Step = (state, random) => {
  const ticked = installmentsOf(state).filter(({ item }) => item.ticked > 0);
  const picked = ticked.length > 0 && random.chance(0.8) ? random.pick(ticked) : pickInstallment(state, random);
  if (!picked) return undefined;
  const { id } = picked.item;
  return {
    name: "untick",
    plotIds: [picked.house.plotId],
    send: (user) => user.put(`/payment-schedule/${id}`, { IsPaid: 0 }),
    apply: (model, reply, user) => {
      const found = findInstallment(model, id);
      if (!found) return expectStatus(reply, 404);
      const { house, item } = found;
      // A waiver or revision has turned a part of what the tick paid into credit.
      const gaveCredit = house.adjustments.some(
        (row) => row.source && row.tickedOn === item.tickedOn && concernsInstallment(row, id),
      );
      if (isPaidBySources(house, item) || (item.ticked > 0 && gaveCredit)) return expectStatus(reply, 409);
      expectStatus(reply, 200);
      if (item.ticked === 0) return;
      untick(house, item, user);
      settle(house, model.today);
    },
  };
};

/** Undoes the last untick, by ticking the installment again. */
export const undoUntickItem: Step = (state, random) => {
  const unticked = installmentsOf(state).filter(({ item }) => item.unticked && item.ticked === 0);
  if (unticked.length === 0) return untickItem(state, random);
  const picked = random.pick(unticked);
  const chosen = { ...state, houses: [{ ...picked.house, items: [picked.item] }] };
  const operation = tickItem(chosen, random);
  return operation && { ...operation, name: "undo" };
};

export const generateSchedule: Step = (state, random) => {
  const rate = random.pick(state.rates);
  if (rate.planId === undefined) return createPlan(state, rate);
  const { planId } = rate;
  const from = random.chance(0.4) ? random.pick(rate.months) : undefined;
  const isMismatched = random.chance(0.05);
  const candidates = state.houses.filter(({ floorId }) => isMismatched || floorId === rate.floorId);
  const chosen = candidates.filter(() => random.chance(0.7));
  if (chosen.length === 0) return undefined;
  const plotIds = chosen.map(({ plotId }) => plotId);
  const start = from ? { FromMonth: monthOf(`${from}-01`).month, FromYear: monthOf(`${from}-01`).year } : {};
  const body = { RateID: rate.id, PaymentPlanID: planId, PlotIDs: plotIds, ...start };
  return {
    name: "generate",
    plotIds,
    send: async (user) => {
      const reply = await user.post("/payment-schedule", body);
      const rows = reply.status === 200 ? await user.list(paymentSchedule, `?plan=${planId}`) : [];
      const created = rows.map((row) => ({
        id: row.PaymentScheduleID,
        key: `${row.PlotID} ${row.InstallmentNumber}`,
      }));
      return { ...reply, created };
    },
    apply: (model, reply) => {
      const current = model.rates.find(({ id }) => id === rate.id);
      if (current?.planId !== planId) return expectStatus(reply, 404);
      if (chosen.some(({ floorId }) => floorId !== rate.floorId)) return expectStatus(reply, 400);
      expectStatus(reply, 200);
      let count = 0;
      const skipped: string[] = [];
      for (const house of plotIds.map((plotId) => houseOf(model, plotId))) {
        for (const [index, month] of rate.months.entries()) {
          if (month < (from ?? "")) continue;
          if (house.items.some(({ kind, dueDate }) => kind === "installment" && dueDate.startsWith(month))) {
            skipped.push(`${house.plotId} ${month}`);
            continue;
          }
          const number = index + 1;
          const id = reply.created?.find(({ key }) => key === `${house.plotId} ${number}`)?.id ?? -1;
          house.items.push(newInstallment(rate, { id, number, month, planId }));
          count++;
        }
        settle(house, model.today);
      }
      const answered = (reply.body.skipped as { PlotID: number; Month: number; Year: number }[]).map(
        ({ PlotID, Month, Year }) => `${PlotID} ${Year}-${String(Month).padStart(2, "0")}`,
      );
      expectSame("skipped months", answered.sort(), skipped.sort());
      expectSame("generated installments", reply.body.data, count);
    },
  };
};

function createPlan(state: WalkState, { id: RateID, floorId }: ModelRate): ReturnType<Step> {
  return {
    name: "create plan",
    plotIds: state.houses.filter((house) => house.floorId === floorId).map(({ plotId }) => plotId),
    send: (user) => user.post("/payment-plan", { RateID }),
    apply: (model, reply) => {
      const rate = model.rates.find(({ id }) => id === RateID);
      if (!rate || rate.planId !== undefined) return expectStatus(reply, 409);
      rate.planId = parseRecord(paymentPlan, reply).PaymentPlanID;
    },
  };
}

export const revokePlan: Step = (state, random) => {
  const planned = state.rates.filter(({ planId }) => planId !== undefined);
  if (planned.length === 0) return undefined;
  const { id, planId } = random.pick(planned);
  return {
    name: "revoke plan",
    plotIds: state.houses.map(({ plotId }) => plotId),
    send: (user) => user.delete(`/payment-plan/${planId}`),
    apply: (model, reply) => {
      const rate = model.rates.find((each) => each.id === id);
      if (!rate || rate.planId !== planId) return expectStatus(reply, 404);
      const rows = installmentsOf(model).filter(({ item }) => item.planId === planId);
      const isUsed = rows.some(({ house, item }) => receivedOf(house, item) > 0 || isAdjusted(house, item));
      expectStatus(reply, isUsed ? 409 : 200);
      if (isUsed) return;
      rate.planId = undefined;
      for (const { house, item } of rows) removeItem(house, item);
      for (const house of model.houses) promoteDuplicates(house);
    },
  };
};

export const withdrawInstallments: Step = (state, random) => {
  const rows = installmentsOf(state);
  const unpaid = rows.filter(({ house, item }) => receivedOf(house, item) === 0);
  const candidates = unpaid.length > 0 && random.chance(0.8) ? unpaid : rows;
  if (candidates.length === 0) return undefined;
  const picked = Array.from({ length: random.between(1, 2) }, () => random.pick(candidates));
  const ids = [...new Set(picked.map(({ item }) => item.id))];
  return {
    name: "withdraw",
    plotIds: picked.map(({ house }) => house.plotId),
    send: (user) => user.post("/payment-schedule/withdraw", { PaymentScheduleIDs: ids, Reason }),
    apply: (model, reply) => {
      const found = ids.flatMap((id) => findInstallment(model, id) ?? []);
      if (found.length < ids.length) return expectStatus(reply, 404);
      const isUsed = found.some(({ house, item }) => receivedOf(house, item) > 0 || isAdjusted(house, item));
      expectStatus(reply, isUsed ? 409 : 200);
      if (isUsed) return;
      for (const { house, item } of found) withdrawItem(model, house, item);
    },
  };
};

/**
 * Keeps one installment of a month that is charged twice; sometimes of a month that is charged once, which is refused.
 */
export const keepInstallment: Step = (state, random) => {
  const rows = installmentsOf(state);
  const chargedTwice = rows.filter(({ house, item }) => othersOfMonth(house, item).length > 0);
  const candidates = chargedTwice.length > 0 && random.chance(0.9) ? chargedTwice : rows;
  if (candidates.length === 0) return undefined;
  const picked = random.pick(candidates);
  const { id } = picked.item;
  return {
    name: "keep",
    plotIds: [picked.house.plotId],
    send: (user) => user.post("/payment-schedule/keep", { PaymentScheduleID: id, Reason }),
    apply: (model, reply) => {
      const found = findInstallment(model, id);
      if (!found) return expectStatus(reply, 404);
      const { house, item } = found;
      const others = othersOfMonth(house, item);
      if (others.length === 0 || others.some((other) => other.ticked > 0 || isAdjusted(house, other)))
        return expectStatus(reply, 409);
      expectStatus(reply, 200);
      for (const other of others) {
        release(house, other, receivedOf(house, other));
        withdrawItem(model, house, other);
      }
      item.isDuplicate = false;
      settle(house, model.today);
    },
  };
};

export const addHouse: Step = (state, random) => {
  const floorId = random.pick(state.floorIds);
  const houseNo = `${state.name}-${++state.lastNumber}`;
  return {
    name: "add house",
    plotIds: [],
    send: (user) => user.post("/plot", houseForm(state, houseNo, floorId)),
    apply: (model, reply) => {
      const { PlotID } = parseRecord(plot, reply);
      model.houses.push({ plotId: PlotID, houseNo, floorId, owners: [firstOwner], adjustments: [], ...emptyLedger() });
    },
  };
};

export const firstOwner = { name: "Nadia", from: null };

export function houseForm({ typeId, categoryId }: WalkState, HouseNo: string, FloorID: number) {
  return { HouseNo, OwnerName: firstOwner.name, CategoryID: categoryId, TypeID: typeId, FloorID };
}

/** Adds a service rate of three months; one that shares a month with another of the floor is refused. */
export const addRate: Step = (state, random) => {
  const floorId = random.pick(state.floorIds);
  const first = random.between(-3, 9);
  const months = [first, first + 1, first + 2].map((count) => monthAfter(state.today, count));
  const rate = { floorId, months, ...randomTerms(random) };
  return {
    name: "add rate",
    plotIds: [],
    send: (user) => user.post("/service-rate", rateForm(state, rate)),
    apply: (model, reply) => {
      const others = model.rates.filter((other) => other.floorId === floorId);
      if (others.some((other) => other.months.some((month) => months.includes(month)))) return expectStatus(reply, 409);
      model.rates.push({ ...rate, id: parseRecord(serviceRate, reply).RateID, planId: undefined });
    },
  };
};

function randomTerms(random: TestRandom) {
  const amount = random.pick([100_000, 83_333, 120_050]);
  return {
    amount,
    penalty: random.pick([0, 9_995, 20_000]),
    graceDays: random.pick([0, 5]),
    dueDay: random.pick([1, 10, 28]),
  };
}

export function rateForm(
  { typeId, categoryId }: WalkState,
  { floorId, months, amount, penalty, graceDays, dueDay }: Omit<ModelRate, "id" | "planId">,
) {
  const [start, end] = [monthOf(`${months[0]}-01`), monthOf(`${months.at(-1)}-01`)];
  return {
    StartMonth: start.month,
    StartYear: start.year,
    EndMonth: end.month,
    EndYear: end.year,
    PlotTypeID: typeId,
    PlotCategoryID: categoryId,
    FloorID: floorId,
    FloorRate: amount / 100,
    DueOnDay: dueDay,
    IsPenaltyApply: true,
    PenaltyAmount: penalty / 100,
    GracePeriodDays: graceDays,
  };
}

export const addExpense: Step = (state, random) => {
  const month = monthAfter(state.today, random.between(-2, 1));
  const amount = random.between(1, 9_000_000);
  return {
    name: "add expense",
    plotIds: [],
    send: (user) => user.post("/expenses", expenseForm(month, amount)),
    apply: (model, reply) => {
      expectStatus(reply, 200);
      const { ExpenseID: id } = reply.body.data as { ExpenseID: number };
      model.expenses.push({ id, month, amount });
    },
  };
};

export const changeExpense: Step = (state, random) => {
  if (state.expenses.length === 0) return addExpense(state, random);
  const { id, month } = random.pick(state.expenses);
  const amount = random.chance(0.3) ? undefined : random.between(1, 9_000_000);
  return {
    name: amount === undefined ? "delete expense" : "change expense",
    plotIds: [],
    send: (user) =>
      amount === undefined ? user.delete(`/expenses/${id}`) : user.put(`/expenses/${id}`, expenseForm(month, amount)),
    apply: (model, reply) => {
      const expense = model.expenses.find((each) => each.id === id);
      if (!expense) return expectStatus(reply, 404);
      expectStatus(reply, 200);
      if (amount === undefined) model.expenses = model.expenses.filter((each) => each !== expense);
      else expense.amount = amount;
    },
  };
};

function expenseForm(month: string, amount: number) {
  const [Year, Month] = month.split("-");
  return { ExpenseType: "Security", ExpenseTitle: "Guards", Month, Year, Amount: amount / 100 };
}

/** Imports receipts of up to three houses, or an earlier file again, which adds nothing. */
export const importReceipts: Step = (state, random) => {
  const earlierFile = state.files.length > 0 && random.chance(0.2) ? random.pick(state.files) : undefined;
  const rows = Array.from({ length: random.between(1, 3) }, () => {
    const { plotId, houseNo } = random.pick(state.houses);
    const number = `${state.name}/${++state.lastNumber}`;
    return { plotId, houseNo, number, amount: randomAmount(random), date: addDays(state.today, -random.below(71)) };
  });
  const lines = rows.map(({ houseNo, amount, date, number }) => [houseNo, amount / 100, date, "Cash", number].join());
  const file = earlierFile ?? ["House No,Amount,Payment Date,Payment Method,Receipt No", ...lines].join("\n");
  return {
    name: earlierFile ? "import receipts again" : "import receipts",
    plotIds: earlierFile ? [] : rows.map(({ plotId }) => plotId),
    send: async (user) => {
      const reply = await postImport(user, "receipts?alike=add", file);
      if (earlierFile) return reply;
      const newest = await user.list(paymentReceipt, "?sort=-PaymentReceiptID&limit=20");
      const created = newest.map(({ PaymentReceiptID, ImportKey }) => ({ id: PaymentReceiptID, key: ImportKey }));
      return { ...reply, created };
    },
    apply: (model, reply) => {
      if (isFileRefused(reply)) return;
      expectStatus(reply, 200);
      const { added } = reply.body.data as { added: number };
      expectSame("added receipts", added, earlierFile ? 0 : rows.length);
      if (earlierFile) return;
      for (const { plotId, amount, date, number } of rows) {
        const id = reply.created?.find(({ key }) => key.toLowerCase().endsWith(number.toLowerCase()))?.id;
        if (id === undefined) throw new Error(`There is no receipt ${number}: ${JSON.stringify(reply.created)}`);
        addReceipt(houseOf(model, plotId), { id, date, amount });
      }
      for (const plotId of new Set(rows.map((row) => row.plotId))) settle(houseOf(model, plotId), model.today);
      model.files.push(file);
    },
  };
};

/** On a busy machine the process that reads a file can exceed its time limit; the import then changes nothing. */
export function isFileRefused({ status, body }: Reply): boolean {
  return status === 400 && body.errors?.file !== undefined;
}

export function expectSame(name: string, actual: unknown, expected: unknown): void {
  const [answered, modelled] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (answered !== modelled) throw new Error(`${name}: ${answered} instead of ${modelled}`);
}

export function newInstallment(
  { amount, penalty, graceDays, dueDay }: ModelRate,
  { id, number, month, planId }: { id: number; number: number; month: string; planId: number },
): ModelItem {
  return {
    kind: "installment",
    id,
    number,
    planId,
    dueDate: dueDateIn(month, dueDay),
    isDuplicate: false,
    amount,
    penalty,
    graceDays,
    penaltyApplied: false,
    waived: 0,
    waivedPenalty: 0,
    ticked: 0,
    tickedOn: null,
  };
}

export function installmentsOf(state: WalkState): { house: ModelHouse; item: ModelItem }[] {
  return state.houses.flatMap((house) =>
    house.items.filter(({ kind }) => kind === "installment").map((item) => ({ house, item })),
  );
}

function pickInstallment(state: WalkState, random: TestRandom) {
  const all = installmentsOf(state);
  const open = all.filter(({ house, item }) => !isPaid(house, item));
  if (all.length === 0) return undefined;
  return random.pick(open.length > 0 && random.chance(0.6) ? open : all);
}

function findInstallment(state: WalkState, id: number) {
  return installmentsOf(state).find(({ item }) => item.id === id);
}

function pickReceipt(state: WalkState, random: TestRandom) {
  const all = receiptsOf(state);
  return all.length === 0 ? undefined : random.pick(all);
}

function findReceipt(state: WalkState, id: number) {
  return receiptsOf(state).find(({ receipt }) => receipt.id === id);
}

function receiptsOf(state: WalkState): { house: ModelHouse; receipt: ModelSource }[] {
  return state.houses.flatMap((house) =>
    house.sources.filter(({ kind }) => kind === "receipt").map((receipt) => ({ house, receipt })),
  );
}

function addReceipt(house: ModelHouse, { id, date, amount }: Pick<ModelSource, "id" | "date" | "amount">): void {
  house.sources.push({ kind: "receipt", id, date, amount, refunded: 0, payer: ownerOn(house, date) });
}

function receiptForm(HouseNo: string, amount: number, PaymentDate: string) {
  return { HouseNo, AmountPaid: amount / 100, PaymentDate, PaymentMethod: "Cash" };
}

/** Whether a waiver, a write-off, or the charge or credit of a revision concerns the installment. */
function isAdjusted({ adjustments }: ModelHouse, { id }: ModelItem): boolean {
  return adjustments.some((row) => concernsInstallment(row, id));
}

function concernsInstallment({ revisedInstallmentId, item }: ModelAdjustment, id: number): boolean {
  return revisedInstallmentId === id || (item?.kind === "installment" && item.id === id);
}

/** The other installments of the same month. */
function othersOfMonth(house: ModelHouse, item: ModelItem): ModelItem[] {
  return house.items.filter(
    (other) => other !== item && other.kind === "installment" && monthOfItem(other) === monthOfItem(item),
  );
}

function withdrawItem(model: WalkState, house: ModelHouse, item: ModelItem): void {
  removeItem(house, item);
  model.withdrawnInstallmentIds.push(item.id);
  promoteDuplicates(house);
}

/** If only duplicates of a month are left, the one with the most money received becomes the regular installment. */
function promoteDuplicates(house: ModelHouse): void {
  const candidates = house.items
    .filter(({ isDuplicate }) => isDuplicate)
    .sort((a, b) => receivedOf(house, b) - receivedOf(house, a) || a.id - b.id);
  for (const item of candidates)
    if (!othersOfMonth(house, item).some(({ isDuplicate }) => !isDuplicate)) item.isDuplicate = false;
}

/** YYYY-MM. */
export function monthOfItem({ dueDate }: ModelItem): string {
  return dueDate.slice(0, 7);
}

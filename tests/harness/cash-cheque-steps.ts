import { addDays, type Day } from "../../shared/dates.ts";
import {
  addPending,
  type CashModel,
  type CashOperation,
  type CashStep,
  type ChequeState,
  type ModelCheque,
  nextTag,
} from "./cash-model.ts";
import { inPaisa } from "./money-model.ts";
import type { TestRandom } from "./test-random.ts";

const receiveCheque: CashStep = (model, random) => {
  const [PaymentDate, tag] = [addDays(model.today, -random.below(20)), nextTag(model)];
  const ChequeDate = addDays(PaymentDate, random.chance(0.2) ? 25 : 0);
  const rupees = random.between(1, 400_000) / 100;
  const paid = { HouseNo: random.pick(model.houses).HouseNo, AmountPaid: rupees, PaymentMethod: "Cheque" };
  return {
    name: "receive cheque",
    method: "POST",
    path: "/payment-receipt",
    body: { ...paid, PaymentDate, ChequeNo: tag, BankName: "HBL", ChequeDate },
    apply: (target, { status, body }) => {
      if (status !== 200) return;
      const { PaymentReceiptID: receiptId } = body.data as { PaymentReceiptID: number };
      const cheque = {
        chequeId: undefined,
        state: "in-hand" as const,
        since: PaymentDate,
        accountId: 0,
        depositCount: 0,
      };
      target.cheques.set(receiptId, { ...cheque, receiptId, amount: inPaisa(rupees), chequeDate: ChequeDate });
    },
  };
};

/** Two people may deposit the same cheque at once; only one deposit slip then contains it. */
const depositCheques: CashStep = (model, random) => {
  // The portal refuses a deposited and a returned cheque.
  const first = pickCheque(model, random, ["in-hand", "bounced", "deposited", "returned"]);
  const second = pickCheque(model, random, ["in-hand"]);
  if (!first) return undefined;
  const cheques = [...new Set([first, ...(second ? [second] : [])])];
  const [AccountID, date] = [random.pick(model.accountIds), pickDate(model, first, random)];
  return {
    name: "deposit",
    method: "POST",
    path: "/deposit-slip",
    keys: cheques.map(keyOf),
    body: { AccountID, Date: date, ChequeIDs: cheques.map(({ chequeId }) => chequeId) },
    apply: (target, { status }) => {
      if (status !== 200) return;
      for (const { receiptId } of cheques) {
        const cheque = setChequeState(target, receiptId, {
          state: "deposited",
          from: ["in-hand", "bounced"],
          since: date,
        });
        if (date < cheque.chequeDate) throw new Error(`The cheque of receipt ${receiptId} was deposited too early`);
        cheque.accountId = AccountID;
        cheque.depositCount++;
        const key = `${keyOf(cheque)} in ${cheque.depositCount}`;
        target.movements.set(key, { accountId: AccountID, date, amount: cheque.amount, isCash: false });
      }
    },
  };
};

const clearCheque: CashStep = (model, random) =>
  changeChequeState(model, random, {
    verb: "clear",
    body: {},
    apply: (target, receiptId, since) =>
      void setChequeState(target, receiptId, { state: "cleared", from: ["deposited"], since }),
  });

const bounceCheque: CashStep = (model, random) =>
  changeChequeState(model, random, {
    verb: "bounce",
    body: { Reason: "Funds insufficient", Fee: 0 },
    apply: (target, receiptId, since) => {
      const cheque = setChequeState(target, receiptId, { state: "bounced", from: ["deposited"], since });
      const { accountId, amount, depositCount } = cheque;
      const withdrawal = { accountId, date: since, amount: -amount, isCash: false };
      target.movements.set(`${keyOf(cheque)} out ${depositCount}`, withdrawal);
    },
  });

const returnCheque: CashStep = (model, random) =>
  changeChequeState(model, random, {
    verb: "return",
    body: {},
    apply: (target, receiptId, since) =>
      void setChequeState(target, receiptId, { state: "returned", from: ["in-hand", "bounced"], since }),
  });

/** Voiding a receipt returns its cheque and removes its entries from the cash book. */
const voidCheque: CashStep = (model, random) => {
  const cheque = pickCheque(model, random, ["in-hand", "deposited", "bounced"]);
  if (!cheque) return undefined;
  const { receiptId } = cheque;
  const remove = (target: CashModel) => {
    target.cheques.delete(receiptId);
    for (const key of [...target.movements.keys()])
      if (key.startsWith(`${keyOf(cheque)} `)) target.movements.delete(key);
  };
  return {
    name: "void cheque",
    method: "DELETE",
    path: `/payment-receipt/${receiptId}`,
    keys: [keyOf(cheque)],
    body: { Reason: "Random step" },
    apply: (target, reply) => {
      if (reply.status === 202) return addPending(target, reply, async () => remove(target));
      if (reply.status === 200 || reply.body.code === "receipt-voided") remove(target);
    },
  };
};

/** The steps of the cash walk with cheques, each as often as its weight. */
export const chequeSteps: readonly CashStep[] = (
  [
    [receiveCheque, 12],
    [depositCheques, 12],
    [clearCheque, 4],
    [bounceCheque, 5],
    [returnCheque, 3],
    [voidCheque, 3],
  ] as const
).flatMap(([step, weight]) => Array<CashStep>(weight).fill(step));

interface ChequeStateChange {
  verb: "clear" | "bounce" | "return";
  body: Readonly<Record<string, unknown>>;
  apply: (model: CashModel, receiptId: number, since: Day) => void;
}

function changeChequeState(
  model: CashModel,
  random: TestRandom,
  { verb, body, apply }: ChequeStateChange,
): CashOperation | undefined {
  const allowedStates = verb === "return" ? (["in-hand", "bounced"] as const) : (["deposited"] as const);
  const cheque = pickCheque(model, random, random.chance(0.8) ? allowedStates : ["in-hand", "cleared", "returned"]);
  if (!cheque) return undefined;
  const { receiptId, chequeId } = cheque;
  const date = pickDate(model, cheque, random);
  return {
    name: `${verb} cheque`,
    method: "POST",
    path: `/cheque/${chequeId}/${verb}`,
    keys: [keyOf(cheque)],
    body: { ...body, Date: date },
    apply: (target, reply) => {
      if (reply.status === 202) return addPending(target, reply, async () => apply(target, receiptId, date));
      if (reply.status === 200) apply(target, receiptId, date);
    },
  };
}

function pickCheque(
  { cheques, blockedKeys }: CashModel,
  random: TestRandom,
  states: readonly ChequeState[],
): ModelCheque | undefined {
  const candidates = [...cheques.values()].filter(
    (cheque) => cheque.chequeId !== undefined && states.includes(cheque.state) && !blockedKeys.has(keyOf(cheque)),
  );
  return candidates.length === 0 ? undefined : random.pick(candidates);
}

/** Throws if the portal has accepted a step that the state of the cheque does not allow. */
function setChequeState(
  { cheques }: CashModel,
  receiptId: number,
  { state, from, since }: { state: ChequeState; from: readonly ChequeState[]; since: Day },
): ModelCheque {
  const cheque = cheques.get(receiptId);
  if (!cheque || !from.includes(cheque.state))
    throw new Error(`The cheque of receipt ${receiptId} was ${cheque?.state} and became ${state}`);
  Object.assign(cheque, { state, since });
  return cheque;
}

/** Today, or sometimes the day on which the cheque got its state. */
function pickDate({ today }: CashModel, { since }: ModelCheque, random: TestRandom): Day {
  return random.chance(0.7) ? today : since;
}

function keyOf({ receiptId }: Pick<ModelCheque, "receiptId">): string {
  return `cheque ${receiptId}`;
}

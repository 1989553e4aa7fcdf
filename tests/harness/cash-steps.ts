import { addDays, type Day } from "../../shared/dates.ts";
import { cashAccountId } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { addPending, type CashModel, type CashOperation, type CashStep, nextTag } from "./cash-model.ts";
import { inPaisa } from "./money-model.ts";
import type { Person } from "./person.ts";
import type { TestRandom } from "./test-random.ts";

/** The limits of the society above which a second person approves. */
export const societyLimits = { Void: 3000, Refund: 300, BackdateDays: 40, Unlock: true };

const recordReceipt: CashStep = (model, random) => {
  const tag = nextTag(model);
  const method = random.pick(["Cash", "Bank Transfer", "Online"] as const);
  const body = {
    HouseNo: random.pick(model.houses).HouseNo,
    AmountPaid: random.between(1, random.chance(0.3) ? 5_000_000 : 400_000) / 100,
    PaymentDate: randomDay(model, random),
    PaymentMethod: method,
    Remarks: tag,
    ...(method === "Cash" ? {} : { Reference: tag, BankName: "HBL" }),
    ...(random.chance(0.3) ? { AccountID: random.pick(model.accountIds) } : {}),
  };
  const add = (target: CashModel, row: { PaymentReceiptID: number; AccountID: number | null }, user: string) => {
    const [accountId, isCash] = [row.AccountID, method === "Cash"];
    const movement = { accountId, date: body.PaymentDate, rupees: body.AmountPaid, isCash };
    setMovement(target, `receipt ${row.PaymentReceiptID}`, movement, user);
  };
  return postOperation("receive", "/payment-receipt", body, {
    done: (target, data, user) => add(target, data as { PaymentReceiptID: number; AccountID: number | null }, user),
    approved: async (target, reader, user) => {
      const rows = (await reader.list(paymentReceipt)).filter(({ Remarks }) => Remarks === tag);
      for (const row of rows) add(target, row, user);
      expectOneRecord(tag, rows.length);
    },
  });
};

export const voidReceipt: CashStep = (model, random) => {
  const key = pickKey(model, "receipt", random);
  if (key === undefined) return undefined;
  // Two people may void a receipt at once: either way it is voided once.
  const remove = (target: CashModel) => void target.unreadVoids.add(Number(idOf(key)));
  return {
    name: "void receipt",
    method: "DELETE",
    path: `/payment-receipt/${idOf(key)}`,
    keys: [key],
    body: { Reason: "Random step" },
    apply: (target, reply) => {
      if (reply.status === 202) return addPending(target, reply, async () => remove(target));
      if (reply.status === 200 || reply.body.code === "receipt-voided") remove(target);
    },
  };
};

/** The portal refuses it for counted cash; a lower amount or an earlier day may need an approval. */
const changeReceipt: CashStep = (model, random) => {
  const key = pickKey(model, "receipt", random);
  const before = key === undefined ? undefined : model.movements.get(key);
  if (key === undefined || !before?.isCash || before.accountId !== cashAccountId) return undefined;
  const [PaymentDate, Remarks] = [addDays(model.today, -random.below(20)), nextTag(model)];
  const AmountPaid = (random.chance(0.7) ? before.amount + random.below(1000) : random.between(1, 400_000)) / 100;
  const paid = { HouseNo: random.pick(model.houses).HouseNo, AmountPaid, PaymentDate, PaymentMethod: "Cash" };
  const change = (target: CashModel, user: string) =>
    setMovement(target, key, { accountId: cashAccountId, date: PaymentDate, rupees: AmountPaid, isCash: true }, user);
  return {
    name: "change receipt",
    method: "PUT",
    path: `/payment-receipt/${idOf(key)}`,
    keys: [key],
    body: { ...paid, AccountID: cashAccountId, Remarks },
    apply: (target, reply, user) => {
      if (reply.status === 202) {
        // No later step may change the receipt: the model would apply that change before the approved one.
        target.blockedKeys.add(key);
        addPending(target, reply, async () => change(target, user));
      } else if (reply.status === 200) change(target, user);
      else if (target.blockedKeys.has(key)) target.uncertainKeys.add(key);
    },
  };
};

const tickInstallment: CashStep = (model, random) => {
  const key = `tick ${random.pick(model.scheduleIds)}`;
  const isTicked = model.movements.has(key);
  const body = isTicked ? { IsPaid: 0 } : { IsPaid: 1, AccountID: random.pick(model.accountIds) };
  return {
    name: isTicked ? "untick" : "tick",
    method: "PUT",
    path: `/payment-schedule/${idOf(key)}`,
    body,
    keys: [key],
    apply: (target, { status, body: { code, data } }, user) => {
      // The answer of the first untick was lost; receipts have paid the installment before it was repeated.
      if (code === "settled-by-receipt") target.movements.delete(key);
      if (status !== 200) return;
      const row = data as { TickedAmount: number; TickedDate: Day | null; AccountID: number | null };
      target.movements.delete(key);
      if (row.TickedDate)
        setMovement(
          target,
          key,
          { accountId: row.AccountID, date: row.TickedDate, rupees: row.TickedAmount, isCash: false },
          user,
        );
    },
  };
};

const recordExpense: CashStep = (model, random) => {
  const [date, rupees, accountId] = [randomDay(model, random), randomRupees(random), random.pick(model.accountIds)];
  const body = expenseBody({ date, rupees, accountId, title: nextTag(model) });
  return postOperation("add expense", "/expenses", body, {
    done: (target, data, user) => {
      const { ExpenseID } = data as { ExpenseID: number };
      setMovement(target, `expense ${ExpenseID}`, { accountId, date, rupees: -rupees, isCash: true }, user);
    },
  });
};

const changeExpense: CashStep = (model, random) => {
  const key = pickKey(model, "expense", random);
  const before = key && model.movements.get(key);
  if (!before) return undefined;
  const [date, rupees, accountId] = [randomDay(model, random), randomRupees(random), random.pick(model.accountIds)];
  const path = `/expenses/${idOf(key)}`;
  if (random.chance(0.3))
    return {
      name: "delete expense",
      method: "DELETE",
      path,
      keys: [key],
      apply: (target, { status }) => {
        // 404 is the answer of a repeated request, if the answer of the first one was lost.
        if (status === 200 || status === 404) target.movements.delete(key);
      },
    };
  return {
    name: "change expense",
    method: "PUT",
    path,
    keys: [key],
    body: expenseBody({ date, rupees, accountId, title: nextTag(model) }),
    apply: (target, { status }, user) => {
      if (status === 200) setMovement(target, key, { accountId, date, rupees: -rupees, isCash: true }, user);
      else if (target.blockedKeys.has(key)) target.uncertainKeys.add(key);
    },
  };
};

const recordIncome: CashStep = (model, random) => {
  const [date, rupees, accountId] = [randomDay(model, random), randomRupees(random), random.pick(model.accountIds)];
  const source = { AccountID: accountId, Method: "Cash", Payer: nextTag(model) };
  return postOperation(
    "other income",
    "/other-income",
    { Date: date, Category: "Scrap", Amount: rupees, ...source },
    {
      done: (target, data, user) => {
        const { OtherIncomeID } = data as { OtherIncomeID: number };
        setMovement(target, `income ${OtherIncomeID}`, { accountId, date, rupees, isCash: true }, user);
      },
    },
  );
};

const transferMoney: CashStep = (model, random) => {
  const [date, rupees, from] = [randomDay(model, random), randomRupees(random), random.pick(model.accountIds)];
  const to = random.pick(model.accountIds.filter((id) => id !== from));
  const body = { FromAccountID: from, ToAccountID: to, Date: date, Amount: rupees, Reference: nextTag(model) };
  return postOperation("transfer", "/account-transfer", body, {
    done: (target, data, user) => {
      const { AccountTransferID: id } = data as { AccountTransferID: number };
      setMovement(target, `transfer out ${id}`, { accountId: from, date, rupees: -rupees, isCash: false }, user);
      setMovement(target, `transfer in ${id}`, { accountId: to, date, rupees, isCash: false }, user);
    },
  });
};

const recordRefund: CashStep = (model, random) => {
  const [date, accountId, tag] = [
    addDays(model.today, -random.below(20)),
    random.pick(model.accountIds),
    nextTag(model),
  ];
  const rupees = random.between(1, 60_000) / 100;
  const record = { Kind: "refund", PlotID: random.pick(model.houses).PlotID, AccountID: accountId };
  const add = (target: CashModel, id: number, user: string) =>
    setMovement(target, `refund ${id}`, { accountId, date, rupees: -rupees, isCash: true }, user);
  return postOperation(
    "refund",
    "/adjustment",
    { ...record, Amount: rupees, Date: date, Reason: tag },
    {
      done: (target, data, user) => add(target, (data as { AdjustmentID: number }).AdjustmentID, user),
      approved: async (target, reader, user) => {
        const rows = (await reader.list(adjustment)).filter(({ Reason }) => Reason === tag);
        for (const { AdjustmentID } of rows) add(target, AdjustmentID, user);
        expectOneRecord(tag, rows.length);
      },
    },
  );
};

/** The portal refuses it for counted cash. */
const voidRefund: CashStep = (model, random) => {
  const key = pickKey(model, "refund", random);
  if (key === undefined) return undefined;
  const remove = (target: CashModel) => void target.movements.delete(key);
  return {
    name: "void refund",
    method: "POST",
    path: `/adjustment/${idOf(key)}/void`,
    body: { Reason: "Random step" },
    apply: (target, reply) => {
      if (reply.status === 202) return addPending(target, reply, async () => remove(target));
      if (reply.status === 200 || reply.body.code === "adjustment-voided") remove(target);
    },
  };
};

/** The walk reads afterwards which requests were approved, because two people may decide at once. */
const decideRequest: CashStep = (model, random) => {
  if (model.pending.length === 0) return undefined;
  const { approvalId } = random.pick(model.pending);
  const verb = random.chance(0.75) ? "approve" : "decline";
  const body = { Note: "Random step" };
  return { name: verb, method: "POST", path: `/approval/${approvalId}/${verb}`, body, apply: () => undefined };
};

const lockMonth: CashStep = (_model, random) => {
  const body = { Month: random.chance(0.8) ? 9 : 10, Year: 2026 };
  return { name: "lock", method: "POST", path: "/month-lock", body, apply: () => undefined };
};

const unlockMonth: CashStep = (_model, random) => ({
  name: "unlock",
  method: "POST",
  path: "/month-lock/unlock",
  body: { Month: random.pick([9, 10]), Year: 2026, Reason: "Random step" },
  apply: (target, reply) => {
    if (reply.status === 202) addPending(target, reply, async () => undefined);
  },
});

/** The steps of the cash walk except those of cheques and drawers, each as often as its weight. */
export const cashSteps: readonly CashStep[] = (
  [
    [recordReceipt, 22],
    [voidReceipt, 8],
    [changeReceipt, 14],
    [tickInstallment, 16],
    [recordExpense, 10],
    [changeExpense, 8],
    [recordIncome, 8],
    [transferMoney, 8],
    [recordRefund, 10],
    [voidRefund, 4],
    [decideRequest, 16],
    [lockMonth, 2],
    [unlockMonth, 3],
  ] as const
).flatMap(([step, weight]) => Array<CashStep>(weight).fill(step));

interface PostEffects {
  /** The effect of a request that was answered 200. */
  done: (model: CashModel, data: unknown, user: string) => void;
  /**
   * The effect of a request that was approved, whose records are read first; undefined for requests that need no
   * approval.
   */
  approved?: (model: CashModel, reader: Person, user: string) => Promise<void>;
}

function postOperation(
  name: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { done, approved }: PostEffects,
): CashOperation {
  return {
    name,
    method: "POST",
    path,
    body,
    apply: (model, reply, user) => {
      if (reply.status === 200) return done(model, reply.body.data, user);
      if (reply.status === 202 && approved)
        addPending(model, reply, (target, reader) => approved(target, reader, user));
    },
  };
}

/** Sets a movement. Cash of the cash account belongs to the open drawer of the user who recorded it first. */
function setMovement(
  { movements, drawers, openDrawers, changingDrawers }: CashModel,
  key: string,
  values: { accountId: number | null; date: Day; rupees: number; isCash: boolean },
  user: string,
): void {
  const { date, isCash } = values;
  const accountId = values.accountId ?? cashAccountId;
  movements.set(key, { accountId, date, amount: inPaisa(values.rupees), isCash });
  if (isCash && accountId === cashAccountId && !drawers.has(key))
    drawers.set(key, changingDrawers.has(user) ? "uncertain" : (openDrawers.get(user) ?? "none"));
}

function pickKey({ movements, blockedKeys }: CashModel, kind: string, random: TestRandom): string | undefined {
  const keys = [...movements.keys()].filter((key) => key.startsWith(`${kind} `) && !blockedKeys.has(key));
  return keys.length === 0 ? undefined : random.pick(keys);
}

function idOf(key: string): string | undefined {
  return key.split(" ").at(-1);
}

function expenseBody(values: { date: Day; rupees: number; accountId: number; title: string }) {
  const [Year, Month] = values.date.split("-");
  return {
    ExpenseType: "Security",
    ExpenseTitle: values.title,
    Month,
    Year,
    Amount: values.rupees,
    IsPaid: 1,
    PaidOnDate: values.date,
    AccountID: values.accountId,
  };
}

function randomDay({ today }: CashModel, random: TestRandom): Day {
  return addDays(today, -random.below(random.chance(0.7) ? 15 : 75));
}

function randomRupees(random: TestRandom): number {
  return random.between(1, 900_000) / 100;
}

function expectOneRecord(tag: string, count: number): void {
  if (count !== 1) throw new Error(`${tag} was approved and created ${count} records`);
}

import { addMonths, type Day, dayOfMonth, monthKey, monthOf } from "../../shared/dates.ts";
import type { Ledger, ModelFunding, ModelSource } from "./model-ledger.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

/** A house of a walk: its ledger, owners and adjustments. */
export interface ModelHouse extends Ledger {
  plotId: number;
  houseNo: string;
  floorId: number;
  /** In the order of time; the first one has no first day. */
  owners: { name: string; from: Day | null }[];
  adjustments: ModelAdjustment[];
}

/** An adjustment that is not voided; the amount in paisa. */
export interface ModelAdjustment {
  id: number;
  kind: "charge" | "opening" | "waiver" | "write-off" | "refund" | "transfer";
  amount: number;
  date: Day;
  /** Of a waiver or write-off. */
  item?: { kind: "installment" | "charge"; id: number; part: "amount" | "penalty" };
  /** Of a charge or credit that a revision added: the installment that it revised. */
  revisedInstallmentId?: number;
  /** The house that gets the credit of a transfer. */
  toPlotId?: number;
  /** The credit that it gives. */
  source?: ModelSource;
  /** The day of the tick that paid this credit. */
  tickedOn?: Day | null;
  funding: ModelFunding[];
}

/** A service rate; amounts in paisa. */
export interface ModelRate {
  id: number;
  floorId: number;
  /** YYYY-MM. */
  months: string[];
  dueDay: number;
  amount: number;
  penalty: number;
  graceDays: number;
  planId: number | undefined;
}

/**
 * The model of one walk: its houses, service rates and expenses, with amounts in paisa. Plain data, so that it can be
 * copied with structuredClone.
 */
export interface WalkState {
  /** Prefix of its house numbers and receipt numbers. */
  name: string;
  today: Day;
  typeId: number;
  categoryId: number;
  categoryName: string;
  floorIds: number[];
  houses: ModelHouse[];
  rates: ModelRate[];
  expenses: { id: number; month: string; amount: number }[];
  withdrawnInstallmentIds: number[];
  voidedReceiptIds: number[];
  voidedAdjustmentIds: number[];
  /** The texts of the imported CSV files of receipts. */
  files: string[];
  /** The last number used in a house number, an owner or a receipt number, to make the next one unique. */
  lastNumber: number;
}

/** A request, and the effect of its reply on the model. */
export interface Operation {
  name: string;
  /** The houses whose ledger the request can change. */
  plotIds: number[];
  send: (user: Person) => Promise<SentReply>;
  /** Throws if the model expects another reply. */
  apply: (state: WalkState, reply: SentReply, user: string) => void;
}

export interface SentReply extends Reply {
  /**
   * For a request that creates records which its response does not contain: the newest records with a key of their
   * values, by which `apply` finds those that the request created.
   */
  created?: { id: number; key: string }[];
}

/** Builds a random operation for the state of the model; undefined if the model has no record for it. */
export type Step = (state: WalkState, random: TestRandom) => Operation | undefined;

/** Throws if the reply has another status. */
export function expectStatus(reply: Reply, expected: number): void {
  if (reply.status === expected) return;
  throw new Error(`status ${reply.status} instead of ${expected}: ${JSON.stringify(reply.body)}`);
}

export function houseOf(state: WalkState, plotId: number): ModelHouse {
  const house = state.houses.find((each) => each.plotId === plotId);
  if (!house) throw new Error(`There is no house ${plotId}`);
  return house;
}

/** The name of the owner on this day. */
export function ownerOn({ owners }: ModelHouse, date: Day): string {
  return owners.findLast(({ from }) => from === null || from <= date)?.name ?? "";
}

/** The month (YYYY-MM) that is this many months after the month of the day. */
export function monthAfter(day: Day, months: number): string {
  return monthKey(addMonths(monthOf(day), months));
}

export function dueDateIn(month: string, dueDay: number): Day {
  return dayOfMonth({ ...monthOf(`${month}-01`), day: dueDay });
}

/** Paisa of an amount in rupees, computed without the code under test. */
export function inPaisa(rupees: number): number {
  return Math.round(rupees * 100);
}

import type { Day } from "../../shared/dates.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

/** Money that entered an account, or with an amount below 0 left it; amounts in paisa. */
interface Movement {
  accountId: number;
  date: Day;
  amount: number;
  /**
   * Whether it was recorded as cash: not a cheque, a tick, a transfer or a payment at the bank. Cash belongs to a
   * drawer if it is in the cash account.
   */
  isCash: boolean;
}

/** A request that waits for a second person. */
interface PendingRequest {
  approvalId: number;
  /** Applies an approval to the model. Reads the records that the request has created. */
  apply: (model: CashModel, reader: Person) => Promise<void>;
}

/** The model of the cash walk: the effects of all accepted requests, computed without the code under test. */
export interface CashModel {
  today: Day;
  accountIds: readonly number[];
  houses: readonly { PlotID: number; HouseNo: string }[];
  scheduleIds: readonly number[];
  /** By a key with the kind and the id of the record: `receipt 3`, `tick 7`. A transfer has two movements. */
  movements: Map<string, Movement>;
  /**
   * The drawer in which the cash of a record was first; "uncertain" if the drawer was opened or closed at the same
   * time.
   */
  drawers: Map<string, number | "none" | "uncertain">;
  /** DrawerID by username. */
  openDrawers: Map<string, number>;
  /** The users whose drawers are opened or closed in this round. */
  changingDrawers: Set<string>;
  /** Whether the drawers and then the day are being closed; no step opens a drawer meanwhile. */
  isClosingDay: boolean;
  /** The ids of voided receipts of which it is not known yet whether their cash was paid back. */
  unreadVoids: Set<number>;
  /**
   * The keys of receipts and expenses whose change was refused when it was repeated: the first request, whose answer
   * was lost, may have saved it.
   */
  uncertainKeys: Set<string>;
  /** By PaymentReceiptID. */
  cheques: Map<number, ModelCheque>;
  pending: PendingRequest[];
  /**
   * Keys of records with a request that may still run, because its connection was lost, and of receipts whose change
   * needed an approval. No later step changes them.
   */
  blockedKeys: Set<string>;
  /** The number of tags so far; a tag makes a remark or reference unique. */
  tagCount: number;
}

/** A request of one person, and the effect of its reply on the model. */
export interface CashOperation {
  name: string;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: Readonly<Record<string, unknown>>;
  /**
   * The keys of the records that the request changes. In one round nobody else changes them, unless the order does not
   * matter.
   */
  keys?: readonly string[];
  apply: (model: CashModel, reply: Reply, user: string) => void;
}

/** Chooses a request at random; undefined if the model has no record for it. */
export type CashStep = (model: CashModel, random: TestRandom, user: string) => CashOperation | undefined;

export type ChequeState = "in-hand" | "deposited" | "cleared" | "bounced" | "returned";

/** A cheque, by the id of its receipt; the amount in paisa. */
export interface ModelCheque {
  receiptId: number;
  /** Undefined until the end of the round in which the cheque was received. */
  chequeId: number | undefined;
  amount: number;
  state: ChequeState;
  /**
   * The day on which it got its state. It can be deposited from this day or from the date of the cheque, if that is
   * later.
   */
  since: Day;
  chequeDate: Day;
  /** The account of the last deposit; 0 before the first. */
  accountId: number;
  depositCount: number;
}

/** Remembers a request that was answered 202, with its effect once it is approved. */
export function addPending(model: CashModel, reply: Reply, apply: PendingRequest["apply"]): void {
  const { ApprovalID: approvalId } = reply.body.data as { ApprovalID: number };
  // A repeated DELETE has the same approval request.
  if (!model.pending.some((request) => request.approvalId === approvalId)) model.pending.push({ approvalId, apply });
}

export function nextTag(model: CashModel): string {
  return `step ${++model.tagCount}`;
}

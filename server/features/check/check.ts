import { isDeepStrictEqual } from "node:util";
import { type Day, societyDayAt } from "../../../shared/dates.ts";
import { isBouncedOrReturned } from "../../../shared/domain/cheques.ts";
import type { DocumentCodePayload } from "../../../shared/domain/document-code.ts";
import {
  checkCode,
  type DocumentCheck,
  type DocumentState,
  readKeys,
  receiptCode,
  rotateKeys,
} from "../../../shared/endpoints/document-code.ts";
import { createMessage } from "../../../shared/messages.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { certificate } from "../../../shared/resources/certificate.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import { chequeEntry } from "../../../shared/resources/cheque-entry.ts";
import { dayClose } from "../../../shared/resources/day-close.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { society } from "../../../shared/resources/society.ts";
import { RateLimiter } from "../../access/rate-limiter.ts";
import { readAllEntries } from "../../commits/audit-trail.ts";
import type { Doc, Store } from "../../database/store.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { readCertificateStatus } from "../../services/certificates.ts";
import {
  billPayload,
  certificatePayload,
  createCodeUrlSigner,
  dayClosePayload,
  receiptPayload,
} from "../../services/document-code-payloads.ts";
import { readVisibleRow } from "../../services/visible-rows.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: initializeCheck };

const notGenuine: DocumentCheck = { valid: false, t: null, n: null, state: null, since: null };

/**
 * Endpoints for the signed codes on printed documents: the public keys, new keys, the code of one receipt, and the check
 * of a code, which needs no sign-in.
 */
function initializeCheck(services: FeatureServices): FeatureContributions {
  const { store, documentCodes, changeStream, connection, readSociety, now } = services;
  const limiter = new RateLimiter({ connection, name: "check", maxAttempts: 60, windowMinutes: 1 });
  return {
    endpointHandlers: [
      defineEndpointHandler(readKeys, async () => ({ keys: await documentCodes.publicKeys() })),
      defineEndpointHandler(rotateKeys, async ({ ctx }) => {
        const { SocietyID } = readSociety();
        await ctx.transaction(async (tx) => {
          await documentCodes.rotate(tx);
          tx.update(society, await tx.get(society, SocietyID), { KeysRotatedAt: tx.now.toISOString() });
        });
        return { ...createMessage("keys-rotated"), keys: await documentCodes.publicKeys() };
      }),
      defineEndpointHandler(receiptCode, async ({ ctx, params }) => {
        await changeStream.waitForOwnCommits([paymentReceipt.name]);
        const { viewer } = ctx;
        const row = await readVisibleRow(store, { viewer, resource: paymentReceipt, id: params.PaymentReceiptID });
        const sign = await createCodeUrlSigner(services);
        return { data: { url: sign(receiptPayload(row)) } };
      }),
      defineEndpointHandler(checkCode, async ({ body: { code }, ipAddress }) => {
        await limiter.consume(ipAddress);
        const payload = await documentCodes.verify(code);
        const data = payload
          ? { valid: true, t: payload.t, n: payload.n, ...(await readStatus(store, payload, societyDayAt(now()))) }
          : notGenuine;
        return { data };
      }),
    ],
  };
}

type DocumentStatus = { state: DocumentState; since: string | null };

/** The current status of the document. It is superseded if its record no longer exists, for example after a restore. */
async function readStatus(store: Store, payload: DocumentCodePayload, today: Day): Promise<DocumentStatus> {
  switch (payload.t) {
    case "receipt":
      return readReceiptStatus(store, payload);
    case "bill":
      return readBillStatus(store, payload);
    case "certificate":
      return readStatusOfCertificate(store, payload, today);
    case "day-close":
      return readDayCloseStatus(store, payload);
  }
}

async function readReceiptStatus(store: Store, payload: DocumentCodePayload): Promise<DocumentStatus> {
  const row = await store.get(paymentReceipt, payload.i);
  if (!row) return { state: "superseded", since: null };
  if (row.VoidedAt !== null) return { state: "voided", since: row.VoidedAt };
  if (isBouncedOrReturned(row)) return { state: "bounced", since: await findBouncedOrReturnedAt(store, payload.i) };
  if (isDeepStrictEqual(receiptPayload(row), payload)) return { state: "valid", since: row.CreatedAt };
  const printed = { HouseNo: payload.h, AmountPaid: payload.a, PaymentDate: payload.d };
  return { state: "superseded", since: await findSupersededAt(store, payload.i, printed) };
}

/** When the cheque of the receipt bounced or was returned. */
async function findBouncedOrReturnedAt(store: Store, PaymentReceiptID: number): Promise<string | null> {
  const [row] = await store.find(cheque, { PaymentReceiptID });
  const steps = row ? await store.find(chequeEntry, { ChequeID: row.ChequeID }) : [];
  const lastDeposit = steps.findLastIndex(({ State }) => State === "deposited");
  return steps[lastDeposit + 1]?.CreatedAt ?? null;
}

async function readBillStatus(store: Store, payload: DocumentCodePayload): Promise<DocumentStatus> {
  const row = await store.get(bill, payload.i);
  if (!row || !isDeepStrictEqual(billPayload(row), payload)) return { state: "superseded", since: null };
  return { state: row.State === "issued" ? "valid" : row.State, since: row.StateSince };
}

async function readDayCloseStatus(store: Store, payload: DocumentCodePayload): Promise<DocumentStatus> {
  const row = await store.get(dayClose, payload.i);
  if (!row || !isDeepStrictEqual(dayClosePayload(row), payload)) return { state: "superseded", since: null };
  return { state: "valid", since: row.ClosedAt };
}

async function readStatusOfCertificate(
  store: Store,
  payload: DocumentCodePayload,
  today: Day,
): Promise<DocumentStatus> {
  const row = await store.get(certificate, payload.i);
  if (!row || !isDeepStrictEqual(certificatePayload(row), payload)) return { state: "superseded", since: null };
  const { State, StateSince } = await readCertificateStatus(store, row, today);
  return { state: State, since: StateSince };
}

/** When the receipt was last changed from the printed values to others; null if it never was. */
async function findSupersededAt(
  { connection }: Store,
  id: number,
  printed: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const isPrinted = (row: Doc | null) => Object.entries(printed).every(([field, value]) => row?.[field] === value);
  const filter = { resources: [paymentReceipt.name], id, type: "update" } as const;
  // The entries come newest first.
  for await (const { at, before, after } of readAllEntries(connection, filter))
    if (isPrinted(before) && !isPrinted(after)) return at.toISOString();
  return null;
}

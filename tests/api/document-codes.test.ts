// @module-tag requirement-48
import { createHash } from "node:crypto";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { DocumentCodes, verifyCode } from "../../server/access/document-codes.ts";
import { SecretSealer } from "../../server/access/secret-sealer.ts";
import { openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { billPayload, dayClosePayload } from "../../server/services/document-code-payloads.ts";
import { auditRecord } from "../../shared/endpoints/audit.ts";
import { documentCheck } from "../../shared/endpoints/document-code.ts";
import { bill } from "../../shared/resources/bill.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, type Receipt, readReceiptCodeUrl } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const notGenuine = { valid: false, t: null, n: null, state: null, since: null };

describe("the code of a receipt", () => {
  test("the code of a receipt contains its data but no name, and can be checked without an account", async () => {
    const { admin, anonymous } = await openHarness();
    const receipt = await createReceipt(admin, receiptForm);
    const url = await readReceiptCodeUrl(admin, receipt);
    expect(url).toMatch(/^https:\/\/portal\.example\.org\/check#/);
    const code = url.slice(url.indexOf("#") + 1);
    // Kind, number, house, amount in paisa, date and id of the receipt.
    const payload = { t: "receipt", n: "R-1", h: "A-1", a: 100_050, d: "2026-11-14", i: receipt.PaymentReceiptID };
    expect(JSON.parse(Buffer.from(code.split(".")[1] ?? "", "base64url").toString())).toEqual(payload);
    expect(await checkCode(anonymous, code)).toEqual({
      valid: true,
      t: "receipt",
      n: "R-1",
      state: "valid",
      since: receipt.CreatedAt,
    });
  });

  test("the code of a receipt can be verified with the public keys alone", async () => {
    const { admin, anonymous } = await openHarness();
    const code = await readCode(admin, await createReceipt(admin, receiptForm));
    const { keys } = jwksSchema.parse(assertOk(await anonymous.get("/keys")).body);
    const [head = "", body = "", signature = ""] = code.split(".");
    const header = z.object({ kid: z.string() }).parse(JSON.parse(Buffer.from(head, "base64url").toString()));
    const { x } = keys.find(({ kid }) => kid === header.kid) ?? { x: "" };
    const key = await crypto.subtle.importKey("raw", Buffer.from(x, "base64url"), "Ed25519", false, ["verify"]);
    const signedText = Buffer.from(`${head}.${body}`);
    expect(await crypto.subtle.verify("Ed25519", key, Buffer.from(signature, "base64url"), signedText)).toBe(true);
  });

  test("the check of a code shows whether and when its receipt was corrected or voided", async () => {
    const { admin, anonymous, clock } = await openHarness();
    const receipt = await createReceipt(admin, receiptForm);
    const code = await readCode(admin, receipt);
    clock.advanceMinutes(5);
    const correctedForm = { ...receiptForm, AmountPaid: 900 };
    assertOk(await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, correctedForm));
    const superseded = { state: "superseded", since: "2026-11-15T07:05:00.000Z" };
    expect(await checkCode(anonymous, code)).toMatchObject({ valid: true, ...superseded });
    const correctedCode = await readCode(admin, receipt);
    expect(await checkCode(anonymous, correctedCode)).toMatchObject({ valid: true, state: "valid" });
    clock.advanceMinutes(5);
    assertOk(
      await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...correctedForm, Remarks: "Counted again" }),
    );
    expect(await checkCode(anonymous, correctedCode)).toMatchObject({ state: "valid" });
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    for (const eachCode of [code, correctedCode])
      expect(await checkCode(anonymous, eachCode)).toMatchObject({
        valid: true,
        state: "voided",
        since: "2026-11-15T07:10:00.000Z",
      });
  });

  test("only users who may view the receipt can read its code", async () => {
    const { admin, ali, sana, nobody, anonymous } = await openHarness();
    const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
    const path = `/payment-receipt/${PaymentReceiptID}/code`;
    const statuses = [];
    for (const person of [ali, sana, nobody, anonymous]) statuses.push((await person.get(path)).status);
    expect(statuses).toEqual([200, 404, 403, 401]);
  });
});

test("the check of the code of a bill shows whether the bill is in force, superseded, withdrawn or paid", async () => {
  const { admin, anonymous, createSchedule, portal, clock } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11 });
  assertOk(await admin.post("/bill", { Month: 11, Year: 2026 }));
  const { core, sign } = await openSigner({ portal, clock });
  const row = await core.store.get(bill, 1);
  if (!row) throw new Error("No bill was made");
  const code = sign(billPayload(row));
  expect(await checkCode(anonymous, code)).toMatchObject({ valid: true, t: "bill", n: "BILL-1", state: "valid" });
  const codeWithOtherAmount = sign({ ...billPayload(row), a: 1 });
  expect(await checkCode(anonymous, codeWithOtherAmount)).toMatchObject({
    valid: true,
    state: "superseded",
    since: null,
  });
  clock.advanceMinutes(5);
  const since = "2026-11-15T07:05:00.000Z";
  assertOk(await admin.post("/payment-receipt", { ...receiptForm, HouseNo: row.HouseNo, AmountPaid: 100 }));
  expect(await checkCode(anonymous, code)).toMatchObject({ valid: true, state: "withdrawn", since });
  assertOk(await admin.post("/payment-receipt", { ...receiptForm, HouseNo: row.HouseNo, AmountPaid: 2400 }));
  expect(await checkCode(anonymous, code)).toMatchObject({ valid: true, state: "paid", since });
});

test("the code of a day close contains the counted cash, and a code with another amount is superseded", async () => {
  const { admin, anonymous, portal, clock } = await openHarness();
  const sheet = parseRecord(dayClose, await admin.post("/day-close", { Date: "2026-11-15" }));
  const { core, sign } = await openSigner({ portal, clock });
  const storedSheet = await core.store.get(dayClose, sheet.DayCloseID);
  if (!storedSheet) throw new Error("The day was not closed");
  const payload = dayClosePayload(storedSheet);
  expect(payload).toEqual({ t: "day-close", n: "DC-1", h: "", a: 0, d: "2026-11-15", i: 1 });
  const expectedCheck = { valid: true, t: "day-close", n: "DC-1", state: "valid", since: sheet.ClosedAt };
  expect(await checkCode(anonymous, sign(payload))).toEqual(expectedCheck);
  expect(await checkCode(anonymous, sign({ ...payload, a: 5 }))).toMatchObject({ valid: true, state: "superseded" });
});

describe("codes that are not genuine", () => {
  test("a code with any changed character is invalid", async () => {
    const { sign, keys } = await openReceiptSigner();
    for (let receiptNo = 0; receiptNo < 20; receiptNo++) {
      const code = sign(receiptNo);
      const payloads = Array.from(code, (_, position) => verifyCode(changeCharacter(code, position), keys));
      expect(payloads.filter((payload) => payload !== undefined)).toEqual([]);
      expect(verifyCode(code, keys)).toMatchObject({ n: `R-${receiptNo}` });
    }
  });

  test("a text that is not a signed code is invalid, whatever its content and length", async () => {
    const { sign, keys } = await openReceiptSigner();
    const genuine = sign(1);
    const [head = "", body = "", signature = ""] = genuine.split(".");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const codes = [
      "",
      ".",
      "..",
      "...",
      "R-1",
      "null",
      `${head}.${body}.`,
      `${head}..${signature}`,
      `${genuine}.`,
      ` ${genuine}`,
      `${genuine}=`,
      `${unsigned}.${body}.`,
      `${unsigned}.${body}.${signature}`,
      "\u0000\uD800",
      "💥".repeat(900),
      ...Array.from({ length: 1000 }, (_, index) => randomCode(index)),
    ];
    expect(codes.filter((code) => verifyCode(code, keys) !== undefined)).toEqual([]);
  });

  test("the reply for invalid codes and codes of another portal is the same, and a body of 10 MB is refused", async () => {
    const { admin, anonymous } = await openHarness();
    const otherPortal = await openHarness();
    const codeOfOtherPortal = await readCode(otherPortal.admin, await createReceipt(otherPortal.admin, receiptForm));
    const ownCode = await readCode(admin, await createReceipt(admin, receiptForm));
    for (const code of [
      codeOfOtherPortal,
      changeCharacter(ownCode, ownCode.length - 1),
      "x",
      "a.b.c",
      "0".repeat(900_000),
    ])
      expect(await checkCode(anonymous, code)).toEqual(notGenuine);
    expect((await anonymous.post("/check", { code: "x".repeat(10_000_000) })).status).toBe(413);
    for (const body of [{}, { code: 5 }, { code: null }, []])
      expect((await anonymous.post("/check", body)).status).toBe(400);
  });
});

test("the portal checks at most 60 codes per minute and address", async () => {
  const { anonymous } = await openHarness();
  const replies = await Promise.all(Array.from({ length: 61 }, () => anonymous.post("/check", { code: "x" })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = replies.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
});

describe("the keys of codes", () => {
  test("only users who may change the society can change the key, and codes of the previous key stay valid but older ones do not", async () => {
    const { admin, manager, anonymous, portal } = await openHarness();
    const receipt = await createReceipt(admin, receiptForm);
    const firstCode = await readCode(admin, receipt);
    expect((await manager.post("/keys/rotate")).status).toBe(403);
    assertOk(await admin.post("/keys/rotate"));
    const secondCode = await readCode(admin, receipt);
    expect(secondCode).not.toBe(firstCode);
    const anonymousOnSecondServer = (await portal.startAnotherServer()).person();
    for (const code of [firstCode, secondCode])
      expect(await checkCode(anonymousOnSecondServer, code)).toMatchObject({ valid: true });
    assertOk(await admin.post("/keys/rotate"));
    expect(await checkCode(anonymous, firstCode)).toEqual(notGenuine);
    expect(await checkCode(anonymous, secondCode)).toMatchObject({ valid: true });
    expect(jwksSchema.parse(assertOk(await anonymous.get("/keys")).body).keys).toHaveLength(2);
  });

  test("the audit log has who changed the key and when", async () => {
    const { admin } = await openHarness();
    assertOk(await admin.post("/keys/rotate"));
    const [entry] = z.array(auditRecord).parse(assertOk(await admin.get("/audit?resource=society")).body.data);
    expect(entry).toMatchObject({ By: "admin", Type: "update", Before: { KeysRotatedAt: null } });
    expect(entry?.After?.KeysRotatedAt).toBe(entry?.At);
  });

  test("no collection of the database, commits included, contains a private key in plain text", async () => {
    const { admin, portal } = await openHarness();
    await readCode(admin, await createReceipt(admin, receiptForm));
    expect(await portal.findCollectionsContaining("PRIVATE KEY")).toEqual([]);
  });

  test("two servers that create the first key at the same time use the same key", async () => {
    const { admin, anonymous, portal } = await openHarness();
    const receipt = await createReceipt(admin, receiptForm);
    const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
    await adminOnSecondServer.token();
    const codes = await Promise.all([readCode(admin, receipt), readCode(adminOnSecondServer, receipt)]);
    for (const code of codes) expect(await checkCode(anonymous, code)).toMatchObject({ valid: true });
    expect(codes[0]).toBe(codes[1]);
  });
});

/** A function that signs a receipt code without HTTP, and the public keys that verify it. */
async function openReceiptSigner() {
  const { codes, sign: signPayload } = await openSigner(await openHarness());
  const sign = (receiptNo: number) =>
    signPayload({ t: "receipt", n: `R-${receiptNo}`, h: "A-1", a: receiptNo, d: "2026-11-14", i: receiptNo + 1 });
  return { sign, keys: await codes.publicKeys() };
}

/**
 * Opens the database of a portal that has no key yet, and creates a function that signs codes with a new key. The portal
 * accepts these codes, because it reads the public key from the database.
 */
async function openSigner({ portal, clock }: Pick<Harness, "portal" | "clock">) {
  const core = await openCore({
    uri: inject("mongoUri"),
    name: portal.databaseName,
    now: clock.now,
    log: createLog("silent"),
  });
  onTestFinished(core.close);
  const sealer = new SecretSealer({ secret: "a secret of this test", secondSecret: undefined });
  const codes = new DocumentCodes({ ...core, sealer });
  return { core, codes, sign: await codes.createSigner() };
}

const jwksSchema = z.object({ keys: z.array(z.object({ kid: z.string(), x: z.string() })) });
const receiptForm = {
  HouseNo: "A-1",
  AmountPaid: 1000.5,
  PaymentDate: "2026-11-14",
  PaymentMethod: "Cash",
  Remarks: "",
} as const;

async function readCode(person: Person, receipt: Pick<Receipt, "PaymentReceiptID">): Promise<string> {
  const url = await readReceiptCodeUrl(person, receipt);
  return url.slice(url.indexOf("#") + 1);
}

async function checkCode(person: Person, code: string) {
  return documentCheck.parse(assertOk(await person.post("/check", { code })).body.data);
}

/** Replaces the character at this position by the next one of the alphabet of base64url. */
function changeCharacter(code: string, position: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const next = alphabet[(alphabet.indexOf(code[position] ?? "") + 1) % alphabet.length];
  return `${code.slice(0, position)}${next}${code.slice(position + 1)}`;
}

/** Pseudo-random text, every second one in the form of a code; the same for the same index. */
function randomCode(index: number): string {
  const bytes = createHash("sha512").update(String(index)).digest();
  return index % 2
    ? bytes.toString("latin1")
    : [bytes, bytes, bytes].map((part) => part.toString("base64url")).join(".");
}

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PermissionCache } from "../../server/access/permission-cache.ts";
import { createDeferred } from "../../server/commits/deferred.ts";
import { DiskSpaceGuard } from "../../server/database/disk-space-guard.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { claim } from "../../shared/resources/claim.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { users } from "../../shared/resources/users.ts";
import { approve, expectApprovalRequested, setLimits } from "../harness/approvals.ts";
import { openDrawer, requireDrawer } from "../harness/drawers.ts";
import { type Harness, openHarness, openSharedHarness } from "../harness/harness.ts";
import { createDecompressionBomb, createJpeg, createPng } from "../harness/images.ts";
import { lockOctober } from "../harness/locked-month.ts";
import { minimalPdf } from "../harness/pdf.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord, type Reply, readReply } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();
const html = Buffer.from("<html><script>alert(1)</script></html>", "latin1");

describe("claims of residents", () => {
  test("residents can add, read and withdraw claims of their own house only, and cannot decide on claims", async () => {
    const { ali, sana, society } = sharedHarness;
    const aliClaim = await addClaim(ali, society);
    expect(aliClaim).toMatchObject({ HouseNo: "A-1", Amount: 5000, State: "open", Note: "", PaymentReceiptID: null });
    const claimOfOtherPlot = await ali.post("/claim", claimForm(society, { PlotID: society.sanaPlot.PlotID }));
    expect([claimOfOtherPlot.status, claimOfOtherPlot.body.errors]).toEqual([400, { PlotID: "Plot does not exist" }]);
    expect((await sana.get(`/claim/${aliClaim.ClaimID}`)).status).toBe(404);
    expect((await sana.delete(`/claim/${aliClaim.ClaimID}`)).status).toBe(404);
    expect((await putSlip(sana, aliClaim.ClaimID, minimalPdf)).status).toBe(404);
    expect((await getSlip(sana, aliClaim.ClaimID)).status).toBe(404);
    expect((await ali.post(`/claim/${aliClaim.ClaimID}/confirm`, {})).status).toBe(403);
    expect((await ali.post(`/claim/${aliClaim.ClaimID}/decline`, { Note: "No such payment" })).status).toBe(403);
    expect((await ali.put(`/claim/${aliClaim.ClaimID}`, aliClaim)).status).toBe(405);
    assertOk(await ali.delete(`/claim/${aliClaim.ClaimID}`));
    expect((await ali.get(`/claim/${aliClaim.ClaimID}`)).status).toBe(404);
  });

  test("wrong values are refused at their fields, and the portal ignores fields that only the office sets", async () => {
    const { ali, society } = sharedHarness;
    const before = await ali.list(claim);
    for (const [field, value] of [
      ["Amount", 0],
      ["Amount", "5000"],
      ["PaymentDate", "2026-11-16"],
      ["PaymentDate", "1999-12-31"],
      ["Method", "Gold"],
      ["PlotID", 999_999],
      ["ChequeDate", "soon"],
    ] as const) {
      const { status, body } = await ali.post("/claim", claimForm(society, { [field]: value }));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
    const forged = { State: "confirmed", PaymentReceiptID: 1, ReceiptNo: 1, Note: "Paid", AttachmentID: "x" };
    const stored = parseRecord(claim, await ali.post("/claim", claimForm(society, forged)));
    expect(stored).toMatchObject({
      State: "open",
      PaymentReceiptID: null,
      ReceiptNo: null,
      Note: "",
      AttachmentID: "",
    });
    expect(await ali.list(claim)).toHaveLength(before.length + 1);
  });

  test("the next owner cannot read earlier claims or claim a payment dated before the transfer", async () => {
    const { admin, ali, society } = await openHarness();
    const { PlotID } = society.aliPlot;
    await addClaim(ali, society, { PaymentDate: "2026-11-10" });
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-12" }));
    const [user] = await admin.list(users, "?Username=ali");
    assertOk(await admin.put(`/users/${user?.UserID}`, { ...user, PlotIDs: [PlotID] }));
    expect(await ali.list(claim)).toEqual([]);
    const refused = await ali.post("/claim", claimForm(society, { PaymentDate: "2026-11-11" }));
    expect([refused.status, refused.body.code]).toEqual([400, "owned-since"]);
    await addClaim(ali, society, { PaymentDate: "2026-11-12" });
    expect(await admin.list(claim)).toHaveLength(2);
  });

  test("a claim of the earlier owner that waits while the house is transferred is refused", async () => {
    const { admin, ali, society } = await openHarness();
    const diskSpaceCheck = createDeferred<void>();
    const assertSpace = vi.spyOn(DiskSpaceGuard.prototype, "assertSpace");
    onTestFinished(() => assertSpace.mockRestore());
    assertSpace.mockReturnValueOnce(diskSpaceCheck.promise);
    const claimReply = ali.post("/claim", claimForm(society));
    await expect.poll(() => assertSpace.mock.calls.length).toBe(1);
    const { PlotID } = society.aliPlot;
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-12" }));
    diskSpaceCheck.resolve();
    expect((await claimReply).status).toBe(403);
    expect(await admin.list(claim)).toEqual([]);
  });

  test("a claim of the earlier owner is refused if the server does not know yet that another one has transferred the house", async () => {
    const { admin, ali, society } = await openHarness();
    const identify = vi.spyOn(PermissionCache.prototype, "identify");
    onTestFinished(() => identify.mockRestore());
    await ali.list(claim);
    const identityBefore = identify.mock.results.at(-1)?.value;
    const { PlotID } = society.aliPlot;
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-12" }));
    identify.mockReturnValue(identityBefore);
    expect((await ali.post("/claim", claimForm(society))).status).toBe(403);
    identify.mockRestore();
    expect(await admin.list(claim)).toEqual([]);
  });

  test("a claim names the owner of its payment date, also in searches after the house is transferred", async () => {
    const { admin, ali, society } = await openHarness();
    const { ClaimID } = await addClaim(ali, society);
    const { PlotID } = society.aliPlot;
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-15" }));
    const backdatedClaim = await addClaim(admin, society, { PaymentDate: "2026-11-14" });
    const newClaim = await addClaim(admin, society, { PaymentDate: "2026-11-15" });
    const listIds = async (query: string) => (await admin.list(claim, query)).map((row) => row.ClaimID);
    expect(await listIds("?sort=ClaimID&q=ali")).toEqual([ClaimID, backdatedClaim.ClaimID]);
    expect(await listIds("?q=omar")).toEqual([newClaim.ClaimID]);
    expect((await admin.list(claim, "?sort=ClaimID")).map(({ OwnerName }) => OwnerName)).toEqual([
      "Ali",
      "Ali",
      "Omar",
    ]);
  });

  test("the office can decide on claims made until the day of a transfer, or between two transfers of one day, but the next owner cannot see them", async () => {
    const { admin, ali, society, changeUser } = await openHarness();
    const { PlotID } = society.aliPlot;
    const transferTo = async (OwnerName: string) => {
      const [house] = await admin.list(plot, `?PlotID=${PlotID}`);
      assertOk(
        await admin.post(`/plot/${PlotID}/transfer`, { OwnerName, Date: "2026-11-12", Version: house?.Version }),
      );
      await changeUser("ali", { PlotIDs: [PlotID] });
    };
    const { ClaimID } = await addClaim(ali, society);
    assertOk(await putSlip(ali, ClaimID, minimalPdf));
    await transferTo("Omar");
    expect(await ali.list(claim)).toEqual([]);
    expect((await getSlip(ali, ClaimID)).status).toBe(404);
    expect((await putSlip(ali, ClaimID, minimalPdf)).status).toBe(404);
    expect((await ali.delete(`/claim/${ClaimID}`)).status).toBe(404);
    const omarClaim = await addClaim(ali, society, { Reference: "TX-2" });
    // The office enters a payment from before the transfer.
    await addClaim(admin, society, { PaymentDate: "2026-11-11", Reference: "TX-3" });
    expect((await ali.list(claim)).map((row) => row.ClaimID)).toEqual([omarClaim.ClaimID]);
    await transferTo("Nadia");
    expect(await ali.list(claim)).toEqual([]);
    expect((await getSlip(admin, ClaimID)).status).toBe(200);
    for (const row of await admin.list(claim, "?State=open")) await confirmClaim(admin, row);
    expect(await admin.list(claim, "?State=confirmed")).toHaveLength(3);
  });
});

describe("slips", () => {
  test.each([
    ["a PDF", minimalPdf, "application/pdf"],
    ["a photo", createJpeg(300, 200), "image/jpeg"],
    ["a JPEG with HTML inside", Buffer.concat([createJpeg(8, 8), html, Buffer.from([0xff, 0xd9])]), "image/jpeg"],
    ["a decompression bomb", createDecompressionBomb(20_000_000), "image/png"],
  ] as const)("%s is downloaded byte for byte as an attachment", async (_name, file, type) => {
    const { ali, admin, society } = sharedHarness;
    const { ClaimID } = await addClaim(ali, society);
    const saved = parseRecord(claim, await putSlip(ali, ClaimID, file));
    expect(saved.AttachmentType).toBe(type);
    const response = await getSlip(admin, ClaimID);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=claim-\d+\.\w+$/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    assertOk(await ali.delete(`/claim/${ClaimID}`));
  });

  test("a file of another type, a truncated file and one above 5 MB are refused, and the earlier slip stays", async () => {
    const { ali, society } = sharedHarness;
    const { ClaimID } = await addClaim(ali, society);
    assertOk(await putSlip(ali, ClaimID, minimalPdf));
    const large = Buffer.concat([minimalPdf, Buffer.alloc(6 * 1024 * 1024), minimalPdf]);
    for (const [file, status, code] of [
      [html, 400, "attachment-unreadable"],
      [Buffer.concat([html, minimalPdf]), 400, "attachment-unreadable"],
      [createPng(60, 60).subarray(0, -300), 400, "attachment-unreadable"],
      [large, 413, "attachment-too-large"],
      [Buffer.concat([minimalPdf, Buffer.alloc(11 * 1024 * 1024)]), 413, "attachment-too-large"],
    ] as const) {
      const reply = await putSlip(ali, ClaimID, file);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    }
    expect((await getSlip(ali, ClaimID)).headers.get("content-type")).toBe("application/pdf");
    assertOk(await ali.delete(`/claim/${ClaimID}`));
  });

  test("the daily job keeps the slip of an open claim and deletes that of a withdrawn one", async () => {
    const { ali, clock, portal, society, transaction } = await openHarness();
    const openClaim = await addClaim(ali, society);
    const withdrawnClaim = await addClaim(ali, society);
    assertOk(await putSlip(ali, openClaim.ClaimID, minimalPdf));
    const { AttachmentID } = parseRecord(claim, await putSlip(ali, withdrawnClaim.ClaimID, minimalPdf));
    assertOk(await ali.delete(`/claim/${withdrawnClaim.ClaimID}`));
    // The job keeps new files. Their upload time is that of the system clock, and the job runs three days later.
    clock.set(new Date(Date.now() + 3 * 86_400_000).toISOString());
    await portal.runJobs();
    expect((await getSlip(ali, openClaim.ClaimID)).status).toBe(200);
    // The file of the withdrawn claim is gone, even for a claim that refers to it.
    await transaction(async (tx) => tx.update(claim, await tx.get(claim, openClaim.ClaimID), { AttachmentID }));
    expect((await getSlip(ali, openClaim.ClaimID)).status).toBe(404);
  });
});

describe("decisions on claims", () => {
  test("a confirmation records a receipt with the values of the claim, or with the corrections of the office", async () => {
    const { admin, ali, society, createSchedule } = await openHarness();
    await createSchedule({ plots: [society.aliPlot.PlotID] });
    const confirmed = await confirmClaim(admin, await addClaim(ali, society));
    expect(confirmed).toMatchObject({ State: "confirmed", ReceiptNo: 1 });
    expect(await readReceipt(ali, confirmed)).toMatchObject({
      HouseNo: "A-1",
      AmountPaid: 5000,
      PaymentDate: "2026-11-14",
      PaymentMethod: "Bank Transfer",
      BankName: "HBL",
      Reference: "TX-1",
    });
    const changes = { AmountPaid: 4000, PaymentMethod: "Cash", BankName: "", Reference: "", Remarks: "Counted" };
    const corrected = await confirmClaim(admin, await addClaim(ali, society, { Reference: "TX-2" }), changes);
    expect(await readReceipt(ali, corrected)).toMatchObject({ ...changes, PaymentDate: "2026-11-14" });
    expect((await ali.delete(`/claim/${corrected.ClaimID}`)).body).toMatchObject({ code: "wrong-state" });
    expect((await putSlip(ali, corrected.ClaimID, minimalPdf)).status).toBe(409);
  });

  test("a confirmation needs no body, and a decline without one is refused at its note", async () => {
    const { admin, ali, society } = await openHarness();
    const { ClaimID } = await addClaim(ali, society);
    // Unlike `post`, sends no content type.
    const postNothing = async (path: string) => readReply(await admin.fetch(path, { method: "POST" }));
    const refused = await postNothing(`/claim/${ClaimID}/decline`);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["Note"]]);
    const confirmed = parseRecord(claim, await postNothing(`/claim/${ClaimID}/confirm`));
    expect(await readReceipt(ali, confirmed)).toMatchObject({ AmountPaid: 5000, Reference: "TX-1" });
  });

  test("a declined claim has the office's note, makes no receipt and cannot be decided again", async () => {
    const { admin, ali, society } = await openHarness();
    const { ClaimID } = await addClaim(ali, society);
    // Spaces do not count.
    for (const Note of [" ", "a  b"])
      expect((await admin.post(`/claim/${ClaimID}/decline`, { Note })).body.errors).toEqual({
        Note: "Note must have at least 3 characters",
      });
    assertOk(await admin.post(`/claim/${ClaimID}/decline`, { Note: "The bank has no such transfer" }));
    expect(await ali.list(claim)).toMatchObject([{ State: "declined", Note: "The bank has no such transfer" }]);
    for (const [step, body] of [
      ["confirm", {}],
      ["decline", { Note: "Once more" }],
    ] as const) {
      const reply = await admin.post(`/claim/${ClaimID}/${step}`, body);
      expect([reply.status, reply.body.code]).toEqual([409, "wrong-state"]);
    }
    expect(await admin.list(paymentReceipt)).toEqual([]);
  });

  test("ten concurrent confirmations and declines of one claim create at most one receipt", async () => {
    const { admin, manager, ali, society } = await openHarness();
    const { ClaimID } = await addClaim(ali, society);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 5 === 4
          ? manager.post(`/claim/${ClaimID}/decline`, { Note: "No such payment" })
          : [admin, manager][index % 2]?.post(`/claim/${ClaimID}/confirm`, {}),
      ),
    );
    expect(replies.map((reply) => reply?.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const [decided] = await admin.list(claim);
    const receipts = await admin.list(paymentReceipt);
    expect(receipts).toHaveLength(decided?.State === "confirmed" ? 1 : 0);
  });

  test("a confirmation follows the rules of receipts for duplicates, locked months, back-dating and drawers, and a refusal leaves the claim open", async () => {
    const { admin, manager, ali, society } = await openHarness();
    await confirmClaim(admin, await addClaim(ali, society));
    const repeatedClaim = await addClaim(ali, society);
    const confirmAndReadCode = async (row: Claim, body: object = {}) =>
      (await manager.post(`/claim/${row.ClaimID}/confirm`, body)).body.code;
    // This endpoint returns claims only, so the existing receipt is not in the response.
    const { body } = await manager.post(`/claim/${repeatedClaim.ClaimID}/confirm`, {});
    expect([body.code, body.data]).toEqual(["duplicate", undefined]);
    await confirmClaim(manager, repeatedClaim, { AllowDuplicate: true });

    const octoberClaim = await addClaim(ali, society, {
      PaymentDate: "2026-10-30",
      Method: "Cash",
      Reference: "",
      BankName: "",
    });
    expect(await confirmAndReadCode(octoberClaim, { HouseNo: "A-2" })).toBe("immutable-field");
    expect(await confirmAndReadCode(octoberClaim, { AmountPaid: -1 })).toBe("validation");
    assertOk(await lockOctober(admin));
    expect(await confirmAndReadCode(octoberClaim)).toBe("month-locked");
    await setLimits(admin, { BackdateDays: 3 });
    const otherHouseForm = { PaymentDate: "2026-11-05", HouseNo: "A-2" };
    expect(await confirmAndReadCode(octoberClaim, otherHouseForm)).toBe("immutable-field");
    const approvalId = expectApprovalRequested(
      await manager.post(`/claim/${octoberClaim.ClaimID}/confirm`, { PaymentDate: "2026-11-05" }),
    );
    expect((await admin.list(claim, "?State=open")).map(({ ClaimID }) => ClaimID)).toEqual([octoberClaim.ClaimID]);
    assertOk(await approve(admin, approvalId));
    expect(parseRecord(claim, await admin.get(`/claim/${octoberClaim.ClaimID}`))).toMatchObject({
      State: "confirmed",
      ReceiptNo: 3,
    });

    await requireDrawer(admin);
    const cashClaim = await addClaim(ali, society, { Method: "Cash", Reference: "", BankName: "" });
    expect(await confirmAndReadCode(cashClaim)).toBe("drawer-required");
    await openDrawer(manager);
    await confirmClaim(manager, cashClaim);
    expect(await admin.list(claim, "?State=open")).toEqual([]);
  });

  test("a confirmation requires permission to decide on claims and to record receipts", async () => {
    const { clerk, ali, society, grant } = await openHarness();
    const row = await addClaim(ali, society);
    const confirmAndReadStatus = async () => (await clerk.post(`/claim/${row.ClaimID}/confirm`, {})).status;
    await grant({ role: "Clerk", page: "/payment-management?tab=claims", action: "Update" });
    expect(await confirmAndReadStatus()).toBe(403);
    await grant({ role: "Clerk", page: "/payment-management?tab=payment-receipt", action: "Add" });
    expect(await confirmAndReadStatus()).toBe(200);
  });
});

type Claim = RecordOf<typeof claim>;

function claimForm({ aliPlot }: Harness["society"], values: object = {}) {
  const details = { Method: "Bank Transfer", BankName: "HBL", Reference: "TX-1" };
  return { PlotID: aliPlot.PlotID, Amount: 5000, PaymentDate: "2026-11-14", ...details, ...values };
}

async function addClaim(person: Person, society: Harness["society"], values: object = {}): Promise<Claim> {
  return parseRecord(claim, await person.post("/claim", claimForm(society, values)));
}

async function confirmClaim(person: Person, { ClaimID }: Claim, body: object = {}): Promise<Claim> {
  return parseRecord(claim, await person.post(`/claim/${ClaimID}/confirm`, body));
}

async function readReceipt(person: Person, { PaymentReceiptID }: Claim) {
  return parseRecord(paymentReceipt, await person.get(`/payment-receipt/${PaymentReceiptID}`));
}

async function putSlip(person: Person, ClaimID: number, file: Buffer): Promise<Reply> {
  const headers = { "content-type": "application/octet-stream" };
  const body = new Uint8Array(file);
  return readReply(await person.fetch(`/claim/${ClaimID}/slip`, { method: "PUT", headers, body }));
}

function getSlip(person: Person, ClaimID: number): Promise<Response> {
  return person.fetch(`/claim/${ClaimID}/slip`);
}

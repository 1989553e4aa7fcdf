import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { openHarness } from "../harness/harness.ts";
import { postImport, runImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const header = "House,Category,Type,Floor,Owner,Mobile,Email\n";
const plotSheet = `${header}P-1,A,Cottage,Ground,Ali Raza,0300 1234567,ali@example.org\nP-2,A,Cottage,Ground,Sana Khan,,\n`;

test("a dry run lists the changed fields of each record with the old and new values, and writes nothing", async () => {
  const { admin } = await openHarness();
  await runImport(admin, "plots", plotSheet);
  const changedSheet = `${header}P-1,A,Cottage,Ground,Ali Raza Khan,0333 7654321,\nP-2,A,Cottage,First,Sana Khan,,\n`;
  const outcome = await runImport(admin, "plots?dryRun=1", changedSheet);
  expect(outcome).toMatchObject({ added: 0, updated: 2, refused: [] });
  expect(outcome.changes).toEqual([
    {
      row: 2,
      name: "P-1",
      fields: [
        { label: "Owner Name", before: "Ali Raza", after: "Ali Raza Khan" },
        { label: "Mobile No", before: "0300-1234567", after: "0333-7654321" },
      ],
    },
    { row: 3, name: "P-2", fields: [{ label: "Floor", before: "Ground", after: "First" }] },
  ]);
  expect(await readPlot(admin, "P-1")).toMatchObject({ OwnerName: "Ali Raza", MobileNo: "0300-1234567" });
  expect((await runImport(admin, "plots", changedSheet)).changes).toBeUndefined();
});

test("an empty cell keeps the stored value, or clears it with blanks=clear", async () => {
  const { admin } = await openHarness();
  await runImport(admin, "plots", plotSheet);
  const sheetWithEmptyCells = `${header}P-1,A,Cottage,Ground,Ali Raza,,\n`;
  expect(await runImport(admin, "plots", sheetWithEmptyCells)).toMatchObject({ updated: 0, unchanged: 1 });
  expect(await readPlot(admin, "P-1")).toMatchObject({ MobileNo: "0300-1234567", EmailID: "ali@example.org" });
  const [change] = (await runImport(admin, "plots?dryRun=1&blanks=clear", sheetWithEmptyCells)).changes ?? [];
  expect(change?.fields.map(({ label, after }) => [label, after])).toEqual([
    ["Mobile No", ""],
    ["Email ID", ""],
  ]);
  expect(await runImport(admin, "plots?blanks=clear", sheetWithEmptyCells)).toMatchObject({ updated: 1 });
  expect(await readPlot(admin, "P-1")).toMatchObject({ MobileNo: "", EmailID: "" });
});

test("an empty cell of a required column keeps the value of an existing house, and is refused for a new house", async () => {
  const { admin } = await openHarness();
  await runImport(admin, "plots", plotSheet);
  const sparseSheet = `${header}P-1,,,,,0300-7654321,\nP-9,A,Cottage,Ground,,,\n`;
  const { updated, refused } = await runImport(admin, "plots", sparseSheet);
  expect(updated).toBe(1);
  expect(refused.map(({ row, reasons }) => [row, reasons.map(({ code }) => code)])).toEqual([[3, ["field-required"]]]);
  expect(await readPlot(admin, "P-1")).toMatchObject({ OwnerName: "Ali Raza", MobileNo: "0300-7654321" });
  expect((await runImport(admin, "plots?blanks=clear", sparseSheet)).refused).toHaveLength(2);
});

test("new types and floors are listed, and their rows are refused with names=refuse and imported without it", async () => {
  const { admin, clerk } = await openHarness();
  await runImport(admin, "plots", plotSheet);
  const misspeltSheet = `${header}P-3,A,Cotage,Ground,Omar Ali,,\nP-4,A,cotage,Roof,Hina Ali,,\nP-5,A,Cottage,Ground,Zara,,\n`;
  const newNames = [
    { label: "Type", name: "Cotage", rows: 2 },
    { label: "Floor", name: "Roof", rows: 1 },
  ];
  for (const query of ["?dryRun=1&names=refuse", "?names=refuse"]) {
    const outcome = await runImport(admin, `plots${query}`, misspeltSheet);
    expect(outcome).toMatchObject({ newNames, updated: 0 });
    expect(outcome.refused.map(({ row, reasons }) => [row, reasons.map(({ code }) => code)])).toEqual([
      [2, ["unknown-name"]],
      [3, ["unknown-name", "unknown-name"]],
    ]);
  }
  const listTypeNames = async () => (await admin.list(plotType)).map(({ TypeName }) => TypeName);
  expect(await listTypeNames()).not.toContain("Cotage");
  expect(await runImport(admin, "plots", misspeltSheet)).toMatchObject({ added: 2, unchanged: 1, newNames });
  expect(await listTypeNames()).toContain("Cotage");
  expect((await postImport(clerk, "plots", misspeltSheet)).status).toBe(403);
});

test("an import with the preview of an earlier dry run writes nothing over a newer change, and the reply contains the new preview", async () => {
  const { admin } = await openHarness();
  await runImport(admin, "plots", plotSheet);
  const firstPreview = await runImport(admin, "plots?dryRun=1", plotSheet);
  expect(firstPreview).toMatchObject({ updated: 0, unchanged: 2 });
  const house = await readPlot(admin, "P-1");
  const newOwner = { OwnerName: "Bilal Khan", CNIC: "", MobileNo: "", LandlineNo: "", EmailID: "", Date: "2026-11-14" };
  assertOk(await admin.post(`/plot/${house?.PlotID}/transfer`, newOwner));
  const refusal = await postImport(admin, `plots?preview=${firstPreview.Preview}`, plotSheet);
  expect([refusal.status, refusal.body.code]).toEqual([409, "preview-changed"]);
  expect(await readPlot(admin, "P-1")).toMatchObject({ OwnerName: "Bilal Khan" });
  const secondPreview = await runImport(admin, "plots?dryRun=1", plotSheet);
  expect(secondPreview.changes?.map(({ row }) => row)).toEqual([2]);
  expect(refusal.body.data).toEqual(secondPreview);

  assertOk(await admin.put(`/plot/${house?.PlotID}`, { ...(await readPlot(admin, "P-1")), OwnerName: "Bilal Ali" }));
  const secondRefusal = await postImport(admin, `plots?preview=${secondPreview.Preview}`, plotSheet);
  expect(secondRefusal.body).toMatchObject({ code: "preview-changed", data: { updated: 1 } });
  const thirdPreview = await runImport(admin, "plots?dryRun=1", plotSheet);
  expect(await runImport(admin, `plots?preview=${thirdPreview.Preview}`, plotSheet)).toMatchObject({ updated: 1 });
});

test("an import with a preview adds only the possible duplicates that the preview has shown", async () => {
  const { admin } = await openHarness();
  const sheet = "House,Amount,Date,Method\nA-1,2500,05/11/2026,Cash\nA-2,900,05/11/2026,Cash\n";
  const receipt = { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-05", PaymentMethod: "Cash" } as const;
  await createReceipt(admin, receipt);
  const firstPreview = await runImport(admin, "receipts?dryRun=1", sheet);
  expect(firstPreview).toMatchObject({ added: 1, alike: [{ row: 2 }] });
  await createReceipt(admin, { ...receipt, HouseNo: "A-2", AmountPaid: 900 });
  const refusal = await postImport(admin, `receipts?alike=add&preview=${firstPreview.Preview}`, sheet);
  expect(refusal.body).toMatchObject({ code: "preview-changed", data: { added: 2, alike: [{ row: 2 }, { row: 3 }] } });
  expect(await admin.list(paymentReceipt)).toHaveLength(2);
  const { Preview } = await runImport(admin, "receipts?dryRun=1", sheet);
  expect(await runImport(admin, `receipts?alike=add&preview=${Preview}`, sheet)).toMatchObject({ added: 2 });
});

test.each([
  ["expenses", "Type,Title,Month,Amount,Paid,Paid On\nOffice,Tea,11/2026,500,yes,05/11/2026\n", { added: 1 }],
  ["opening-balances", "House,Amount,As of\nA-1,4000,31/10/2026\n", { added: 1 }],
])(
  "an import of %s with a preview is refused when it is repeated, because its preview has changed",
  async (kind, sheet, outcome) => {
    const { admin } = await openHarness();
    const { Preview } = await runImport(admin, `${kind}?dryRun=1`, sheet);
    expect(await runImport(admin, `${kind}?preview=${Preview}`, sheet)).toMatchObject(outcome);
    const { body } = await postImport(admin, `${kind}?preview=${Preview}`, sheet);
    expect(body).toMatchObject({ code: "preview-changed", data: { added: 0, unchanged: 1 } });
  },
);

async function readPlot(person: Person, houseNo: string) {
  return (await person.list(plot)).find(({ HouseNo }) => HouseNo === houseNo);
}

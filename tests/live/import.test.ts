import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { accepted } from "../world/reply.ts";
import { world } from "../world/world.ts";

test("while a spreadsheet is taken in all staff who look at what it makes hear how far it is, at every server; residents see rows only", async () => {
  const here = await world();
  const there = await here.portal.another();
  const { society } = here;
  const staff = [await here.manager.socket(), await there.person("admin").socket()];
  const [resident, elsewhere] = [await here.ali.socket(), await here.manager.socket()];
  for (const listener of [...staff, resident]) await listener.watch([paymentReceipt.name, "imports"]);
  await elsewhere.watch(["expenses", "imports"]);
  const rows = Array.from(
    { length: 60 },
    (_, index) => `${index % 2 ? "A-1" : society.sana.HouseNo},100,3/1/2026,Cash`,
  );
  const body = ["House,Amount,Date,Method", ...rows].join("\n");
  const headers = { "content-type": "text/csv" };
  accepted(await here.admin.send({ method: "POST", path: "/import/receipts", body, headers }));

  for (const listener of staff) {
    await listener.until(({ imports }) => imports.at(-1)?.state === "done");
    const { imports } = listener.heard;
    expect(imports.every(({ kind, by, total }) => kind === "receipts" && by === "admin" && total === 61)).toBe(true);
    expect(imports.map(({ done }) => done)).toEqual(imports.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(imports.at(-1)).toMatchObject({ state: "done", done: 61 });
    await listener.until(({ changes }) => changes.filter(({ type }) => type === "upsert").length === 60);
  }
  await resident.until(({ changes }) => changes.length === 30);
  for (const listener of [resident, elsewhere]) {
    await listener.quiet();
    expect(listener.heard.imports).toEqual([]);
    expect(listener.heard.changes.filter(({ resource }) => resource === "imports")).toEqual([]);
  }
});

import { describe, expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, ali, society, createPlot, createSchedule, createExpense } = harness;
const { B } = society.categories;
for (const [HouseNo, OwnerName] of [
  ["B-10", "Sadia (Mrs.) [1]"],
  ["B-9", "Bilal"],
  ["B-8", "bilal"],
  ["B-7", "زبیر"],
] as const)
  await createPlot({ HouseNo, OwnerName, CategoryID: B.CategoryID });
await createSchedule({ EndYear: 2027, FloorRate: 1234.5 });
for (const Amount of [3, 1, 2, 2, 1]) await createExpense({ Amount, ExpenseTitle: `Lamp ${Amount}` });

const listResources = resources.filter(({ verbs }) => verbs.includes("list"));

const invalidQueries = [
  "bogus=1",
  "constructor=1",
  "__proto__=1",
  "toString=x",
  "limit=-1",
  "limit=abc",
  "limit=1.5",
  "limit=1e2",
  "limit=999999999",
  "limit=1&limit=2",
  "limit[$gt]=1",
  "after=x",
  "after=-5",
  "sort=Nonsense",
  "sort=__proto__",
  "sort=",
  "q=a&q=b",
  "q[$ne]=1",
  "_id=1",
  "Version=x",
  "$where=1",
  "%24or=1",
];
const invalidIdSuffixes = ["[$ne]=1", "[]=1", "=", "=abc", '={"$ne":null}', "=NaN", "=1e999"];

describe("a list", () => {
  test("a list without parameters returns all rows, oldest first", async () => {
    const houses = await manager.list(plot);
    expect(houses.map(({ HouseNo }) => HouseNo)).toEqual(["A-1", "A-2", "B-10", "B-9", "B-8", "B-7"]);
    expect(await manager.list(paymentSchedule)).toHaveLength(48);
  });

  test("the pages of a list together contain each row once", async () => {
    const pagedIds: number[] = [];
    let after: number | string | null | undefined;
    do {
      const { body } = assertOk(await manager.get(`/payment-schedule?limit=7${after ? `&after=${after}` : ""}`));
      const rows = await manager.list(paymentSchedule, `?limit=7${after ? `&after=${after}` : ""}`);
      expect(body.data).toEqual(rows);
      pagedIds.push(...rows.map(({ PaymentScheduleID }) => PaymentScheduleID));
      after = body.next;
    } while (after !== null);
    expect(pagedIds).toEqual((await manager.list(paymentSchedule)).map(({ PaymentScheduleID }) => PaymentScheduleID));
  });

  test("the pages of a list sorted by a field with equal values contain each row once", async () => {
    const amounts: number[] = [];
    let after: number | string | null | undefined;
    do {
      const query = `?sort=-Amount&limit=2${after ? `&after=${after}` : ""}`;
      amounts.push(...(await manager.list(expenses, query)).map(({ Amount }) => Amount));
      after = assertOk(await manager.get(`/expenses${query}`)).body.next;
    } while (after !== null);
    expect(amounts).toEqual([3, 2, 2, 1, 1]);
  });

  test.each(["PaidDate", "-PaidDate"])(
    "the pages of a list sorted by %s contain each row once, also the rows without a date",
    async (sort) => {
      for (const { PaymentScheduleID } of (await manager.list(paymentSchedule)).slice(3, 8))
        assertOk(await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 }));
      const listIds = async (query: string) =>
        (await manager.list(paymentSchedule, query)).map(({ PaymentScheduleID }) => PaymentScheduleID);
      const pagedIds: number[] = [];
      while (pagedIds.length < 48) {
        const page = await listIds(`?sort=${sort}&limit=5${pagedIds.length > 0 ? `&after=${pagedIds.at(-1)}` : ""}`);
        expect(page.length).toBeGreaterThan(0);
        pagedIds.push(...page);
      }
      expect(pagedIds).toEqual(await listIds(`?sort=${sort}`));
    },
  );

  test.each(["-Amount", "ExpenseTitle", "-ExpenseID"])(
    "the next page of a list sorted by %s follows the last record even if that was deleted",
    async (sort) => {
      const rowsBefore = await manager.list(expenses, `?sort=${sort}`);
      const deleted = await createExpense({ Amount: 2, ExpenseTitle: "Lamp 2" });
      const idsOf = (rows: readonly { ExpenseID: number }[]) => rows.map(({ ExpenseID }) => ExpenseID);
      const allIds = idsOf(await manager.list(expenses, `?sort=${sort}`));
      assertOk(await admin.delete(`/expenses/${deleted.ExpenseID}`));
      const followingRows = await manager.list(expenses, `?sort=${sort}&after=${deleted.ExpenseID}`);
      expect(idsOf(followingRows)).toEqual(allIds.slice(allIds.indexOf(deleted.ExpenseID) + 1));
      expect(idsOf(await manager.list(expenses, `?sort=${sort}`))).toEqual(idsOf(rowsBefore));
    },
  );

  test("`next` is null on the last page and an id on the others", async () => {
    expect(assertOk(await manager.get("/expenses?limit=5")).body.next).toBeNull();
    expect(assertOk(await manager.get("/expenses?limit=4")).body.next).toEqual(expect.any(Number));
    expect(assertOk(await manager.get("/expenses?ExpenseTitle=None")).body).toMatchObject({ data: [], next: null });
  });

  test("a list can be filtered by its fields, and the schedule also by year, month, plan and plot", async () => {
    const listHouseNos = async (query: string) => (await manager.list(plot, query)).map(({ HouseNo }) => HouseNo);
    expect(await listHouseNos(`?CategoryID=${B.CategoryID}`)).toEqual(["B-10", "B-9", "B-8", "B-7"]);
    expect(await listHouseNos("?HouseNo=B-9")).toEqual(["B-9"]);
    expect(await listHouseNos("?IsPlotOnly=true")).toEqual([]);
    expect(await listHouseNos("?IsPlotOnly=0&OwnerName=Bilal")).toEqual(["B-9"]);
    expect(await manager.list(expenses, "?Amount=2")).toHaveLength(2);
    expect(await manager.list(paymentSchedule, "?Amount=1234.5&IsPaid=0&DueDate=2026-11-10")).toHaveLength(2);
    expect(await manager.list(paymentSchedule, `?year=2027&PlotID=${society.aliPlot.PlotID}`)).toHaveLength(12);
    expect(await manager.list(paymentSchedule, "?year=2027&month=2")).toHaveLength(2);
    expect(await manager.list(paymentSchedule, `?month=2&plan=1&plot=${society.aliPlot.PlotID}`)).toHaveLength(2);
    expect(await manager.list(paymentSchedule, "?plan=9")).toEqual([]);
  });

  test("a list can be filtered by joined fields, and a resident sees only own rows of them", async () => {
    const countRows = async (person: typeof admin, path: string) => {
      const { data } = assertOk(await person.get(path)).body;
      return Array.isArray(data) ? data.length : data;
    };
    for (const [path, ofAdmin, ofAli] of [
      ["/payment-schedule?HouseNo=A-1", 24, 24],
      ["/payment-schedule?HouseNo=A-2", 24, 0],
      ["/payment-schedule?HouseNo=A-2&year=2027", 12, 0],
      ["/payment-schedule?HouseNo=A-9", 0, 0],
      ["/payment-schedule?CategoryName=A", 48, 24],
      ["/payment-schedule?CategoryName=B", 0, 0],
    ] as const)
      expect([path, await countRows(admin, path), await countRows(ali, path)]).toEqual([path, ofAdmin, ofAli]);
    const houses = await admin.list(plot, "?CategoryName=B&OwnerName=Bilal");
    expect(houses.map(({ HouseNo }) => HouseNo)).toEqual(["B-9"]);
    expect(await countRows(admin, "/receivables?HouseNo=A-2&CategoryName=A")).toBe(24);
    expect(await countRows(admin, "/role-permissions?ParentMenuID=0&ActionName=Edit")).toBeGreaterThan(0);
  });

  test("a search finds plain text, joined names and amounts", async () => {
    const listHouseNos = async (searchText: string) =>
      (await manager.list(plot, `?q=${encodeURIComponent(searchText)}`)).map(({ HouseNo }) => HouseNo);
    expect(await listHouseNos("bilal")).toEqual(["B-9", "B-8"]);
    expect(await listHouseNos("(Mrs.) [1]")).toEqual(["B-10"]);
    expect(await listHouseNos("زبیر")).toEqual(["B-7"]);
    for (const pattern of [".*", "^B", "$", "(a+)+$", "\\", "B-1|B-9", "B.9"])
      expect([pattern, await listHouseNos(pattern)]).toEqual([pattern, []]);
    expect(await listHouseNos("  ")).toHaveLength(6);
    expect(await manager.list(paymentSchedule, "?q=a-2")).toHaveLength(24);
    expect(await manager.list(paymentSchedule, "?q=1234.50")).toHaveLength(48);
    // The installments with the number 24 of two houses.
    expect(await manager.list(paymentSchedule, "?q=24")).toHaveLength(2);
  });

  test("a resident's list contains only rows of the resident's plots, with any parameters", async () => {
    const { PlotID } = society.sanaPlot;
    expect(await ali.list(paymentSchedule, `?PlotID=${PlotID}`)).toEqual([]);
    expect(await ali.list(paymentSchedule, "?q=A-2")).toEqual([]);
    expect(await ali.list(plot, `?PlotID=${PlotID}`)).toEqual([]);
    const [sanaRow] = await manager.list(paymentSchedule, `?PlotID=${PlotID}`);
    const otherPlotReply = await ali.get(`/payment-schedule?sort=DueDate&after=${sanaRow?.PaymentScheduleID}`);
    const unknownReply = await ali.get("/payment-schedule?sort=DueDate&after=999999");
    expect([otherPlotReply.status, otherPlotReply.body]).toEqual([unknownReply.status, unknownReply.body]);
    expect(await ali.list(paymentSchedule)).toHaveLength(24);
    expect(new Set((await ali.list(paymentSchedule, "?sort=-DueDate&limit=20")).map((row) => row.HouseNo))).toEqual(
      new Set(["A-1"]),
    );
  });
});

describe.each(listResources)("the list $name", ({ name, idField }) => {
  test("the list refuses unknown parameters and invalid values", async () => {
    for (const query of [...invalidQueries, ...invalidIdSuffixes.map((suffix) => `${idField}${suffix}`)]) {
      const { status, body } = await admin.get(`/${name}?${query}`);
      expect([query, status, body.message]).toEqual([
        query,
        400,
        expect.stringContaining("Unknown or wrong parameter"),
      ]);
    }
  });

  test("a search without a match returns no rows", async () => {
    expect(assertOk(await admin.get(`/${name}?q=no-such-thing-anywhere`)).body.data).toEqual([]);
  });

  test("a search accepts any text of up to 200 characters", async () => {
    for (const searchText of [
      "%00",
      "%F0%9F%8F%A0",
      "%25",
      "%E2%80%AE",
      "a".repeat(200),
      "%ff",
      "'; DROP TABLE",
      "9".repeat(200),
    ]) {
      const { status } = await admin.get(`/${name}?q=${searchText}`);
      expect([searchText.slice(0, 20), status]).toEqual([searchText.slice(0, 20), 200]);
    }
  });
});

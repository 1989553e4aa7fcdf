import { describe, expect, test } from "vitest";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { defaultRate } from "../harness/builders.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();

describe("service charge", () => {
  test("a new service charge has default values, the names of its type, category and floor, and a total", async () => {
    const { createRate } = await openHarness();
    expect(await createRate({ FloorRate: 2500.05 })).toMatchObject({
      FloorRate: 2500.05,
      TotalAmount: 2500.05,
      DueOnDay: 10,
      IsPenaltyApply: false,
      GracePeriodDays: 0,
      PenaltyAmount: 0,
      IsActive: true,
      PaymentPlanID: null,
      TypeName: "Residential",
      CategoryName: "A",
      Floor: "Ground",
    });
  });

  test.each([
    [{ DueOnDay: 0 }, { DueOnDay: "Due Day must be greater than 0" }],
    [{ DueOnDay: 32 }, { DueOnDay: "Due Day must be less than 31" }],
    [{ StartMonth: 13 }, { StartMonth: "Start Month is required" }],
    [{ EndMonth: 0 }, { EndMonth: "End Month is required" }],
    [{ FloorRate: -1 }, { FloorRate: "Per Floor Rate is required" }],
    [{ FloorRate: 2500.005 }, { FloorRate: "At most 2 decimals" }],
    [{ StartMonth: 2, EndMonth: 1 }, { EndMonth: "End date must not be before start date" }],
    [{ StartYear: 2027 }, { EndMonth: "End date must not be before start date" }],
    [{ EndYear: 2036 }, { EndYear: "At most 120 months" }],
  ])("the portal refuses a service charge with %j", async (values, errors) => {
    const { admin, society } = sharedHarness;
    const { status, body } = await admin.post("/service-rate", { ...defaultRate(society), ...values });
    expect([status, body.errors]).toEqual([400, errors]);
    expect(await admin.list(serviceRate)).toEqual([]);
  });

  test.each([{ DueOnDay: 31 }, { DueOnDay: 1 }, { FloorRate: 0 }, { EndYear: 2035 }, { StartMonth: 5, EndMonth: 5 }])(
    "the portal accepts a service charge with %j",
    async (values) => {
      const { admin, createRate } = sharedHarness;
      const rate = await createRate(values);
      expect(rate).toMatchObject(values);
      assertOk(await admin.delete(`/service-rate/${rate.RateID}`));
    },
  );
});

describe("overlap of service charges", () => {
  test.each([
    ["overlap at the end", { StartMonth: 12, EndYear: 2027 }, 409],
    ["overlap at the start", { StartYear: 2025, EndMonth: 1 }, 409],
    ["overlap for the whole time of one", { StartMonth: 3, EndMonth: 4 }, 409],
    ["follow each other", { StartYear: 2027, EndYear: 2027 }, 200],
    ["are for other floors", { FloorID: 2 }, 200],
    ["are for other types", { PlotTypeID: 2 }, 200],
    ["are for other categories", { PlotCategoryID: 2 }, 200],
    ["are not both active", { IsActive: false }, 200],
  ])(
    "when two service charges %s (%j), the request for the second one is answered %i",
    async (_relation, values, status) => {
      const { admin, society, createRate } = sharedHarness;
      await createRate();
      const reply = await admin.post("/service-rate", { ...defaultRate(society), ...values });
      expect(reply.status).toBe(status);
      const storedRates = await admin.list(serviceRate);
      expect(storedRates).toHaveLength(status === 200 ? 2 : 1);
      for (const { RateID } of storedRates) assertOk(await admin.delete(`/service-rate/${RateID}`));
    },
  );

  test("an update or reactivation that makes two active service charges overlap is refused", async () => {
    const { admin, createRate } = await openHarness();
    await createRate();
    const rateOf2027 = await createRate({ StartYear: 2027, EndYear: 2027 });
    const inactive = await createRate({ IsActive: false });
    expect((await admin.put("/service-rate", { ...rateOf2027, StartYear: 2026 })).status).toBe(409);
    expect((await admin.put("/service-rate", { ...inactive, IsActive: true })).status).toBe(409);
    expect(await admin.list(serviceRate, `?RateID=${rateOf2027.RateID}`)).toEqual([rateOf2027]);
    assertOk(await admin.put("/service-rate", { ...rateOf2027, FloorRate: 3000 }));
  });

  test("only one of twenty overlapping service charges added at once is accepted", async () => {
    const { admin, society } = await openHarness();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => admin.post("/service-rate", defaultRate(society))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await admin.list(serviceRate)).toHaveLength(1);
  });
});

test("the amounts, period and houses of a service charge with a payment plan cannot be changed, but it can be deactivated", async () => {
  const { admin, createPlan, society } = await openHarness();
  const { rate } = await createPlan({ IsPenaltyApply: true, PenaltyAmount: 200 });
  const [current] = await admin.list(serviceRate);
  const changes = [
    { FloorRate: 3000 },
    { StartMonth: 2 },
    { EndYear: 2027 },
    { DueOnDay: 11 },
    { PenaltyAmount: 100 },
    { IsPenaltyApply: false },
    { GracePeriodDays: 9 },
    { FloorID: society.floors.first.FloorID },
    { PlotTypeID: society.types.commercial.TypeID },
    { PlotCategoryID: society.categories.B.CategoryID },
  ];
  for (const change of changes) {
    const { status, body } = await admin.put(`/service-rate/${rate.RateID}`, { ...current, ...change });
    expect([change, status, body.message]).toEqual([change, 409, expect.stringContaining("payment plan")]);
  }
  expect(await admin.list(serviceRate)).toEqual([current]);
  const inactive = parseRecord(
    serviceRate,
    await admin.put(`/service-rate/${rate.RateID}`, { ...current, IsActive: false }),
  );
  expect(inactive).toMatchObject({ IsActive: false, PaymentPlanID: current?.PaymentPlanID, FloorRate: 2500 });
});

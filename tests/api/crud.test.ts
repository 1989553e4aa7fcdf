import { describe, expect, test } from "vitest";
import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { buildFormExamples, type FormExample } from "../harness/forms.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, society, createPlot, createRate } = harness;
const forms = await buildFormExamples(harness);
/** The resources whose messages say "Item" instead of the label of the resource. */
const itemResources = [
  "plot-category",
  "plot-type",
  "plot-floor",
  "plot",
  "service-rate",
  "payment-plan",
  "payment-schedule",
  "expenses",
];

describe.each(forms)("$name", (form) => {
  const { resource, body, change } = form;
  const path = `/${resource.writePath}`;

  test("a record is added, read, updated by id in path or body, and deleted", async () => {
    const label = itemResources.includes(resource.name) ? "Item" : resource.label;
    const createReply = await admin.post(path, body);
    expect(createReply.body.message).toBe(`${label} added successfully`);
    const created = parseRecord(resource, createReply);
    const id = idOf(form, created);
    expect(created).toMatchObject(body);
    expect(await admin.list(resource, `?${resource.idField}=${id}`)).toEqual([created]);
    expect(parseRecord(resource, await admin.get(`/${resource.name}/${id}`))).toEqual(created);

    const updateReply = await admin.put(`${path}/${id}`, { ...created, ...change });
    expect(updateReply.body.message).toBe(`${label} updated successfully`);
    const updated = parseRecord(resource, updateReply);
    expect(updated).toMatchObject({ ...change, Version: 2, [resource.idField]: id });
    expect(await admin.list(resource, `?${resource.idField}=${id}`)).toEqual([updated]);

    const restored = parseRecord(resource, await admin.put(path, { ...updated, ...body }));
    expect(restored).toMatchObject({ ...body, Version: 3 });

    const deleteReply = await admin.delete(`${path}/${id}`);
    expect(deleteReply).toMatchObject({
      status: 200,
      body: { success: true, message: `${label} deleted successfully` },
    });
    expect(await admin.list(resource, `?${resource.idField}=${id}`)).toEqual([]);
    expect(await readRefusal(admin.get(`/${resource.name}/${id}`))).toEqual([404, `${resource.label} not found`]);
    expect(await readRefusal(admin.delete(`${path}/${id}`))).toEqual([404, `${resource.label} not found`]);

    const nextRecord = parseRecord(resource, await admin.post(path, body));
    expect(idOf(form, nextRecord)).toBeGreaterThan(id);
    assertOk(await admin.delete(`${path}/${idOf(form, nextRecord)}`));
  });

  test("an update with an outdated version does not overwrite the record", async () => {
    const created = parseRecord(resource, await admin.post(path, body));
    const id = idOf(form, created);
    const updated = parseRecord(resource, await admin.put(`${path}/${id}`, { ...created, ...change }));

    const outdatedReply = await admin.put(`${path}/${id}`, created);
    expect(outdatedReply).toMatchObject({ status: 409, body: { success: false, data: updated } });
    expect(await readRefusal(admin.put(`${path}/${id}`, { ...created, Version: "1" }))).toEqual([
      400,
      "Version must be a whole number",
    ]);
    expect(await admin.list(resource, `?${resource.idField}=${id}`)).toEqual([updated]);

    const { Version, ...withoutVersion } = { Version: 0, ...created };
    assertOk(await admin.put(`${path}/${id}`, withoutVersion));
    assertOk(await admin.delete(`${path}/${id}`));
  });

  test("the portal answers 404 for an unknown or invalid id", async () => {
    for (const id of [
      "999999",
      "0",
      "-1",
      "1.5",
      "1e3",
      "abc",
      "null",
      "%00",
      "9".repeat(30),
      '{"$ne":null}',
      "__proto__",
    ]) {
      const encodedId = encodeURIComponent(id);
      expect([id, (await admin.get(`/${resource.name}/${encodedId}`)).status]).toEqual([id, 404]);
      expect([id, (await admin.put(`${path}/${encodedId}`, body)).status]).toEqual([id, 404]);
      expect([id, (await admin.delete(`${path}/${encodedId}`)).status]).toEqual([id, 404]);
    }
  });

  test("an update requires an id in the path or body, and the same one in both", async () => {
    const created = parseRecord(resource, await admin.post(path, body));
    const id = idOf(form, created);
    expect((await admin.put(path, body)).body.errors).toEqual({
      [resource.idField]: `${resource.idField} is required`,
    });
    expect((await admin.put(`${path}/${id}`, { ...created, [resource.idField]: id + 1 })).status).toBe(400);
    expect((await admin.put(path, { ...created, [resource.idField]: { $ne: null } })).status).toBe(400);
    expect(await admin.list(resource, `?${resource.idField}=${id}`)).toEqual([created]);
    assertOk(await admin.delete(`${path}/${id}`));
  });

  test("a record cannot refer to a missing record", async () => {
    for (const [field, { kind, target }] of resource.fields) {
      if (kind !== "ref" || !target || !(field in body)) continue;
      const { status, body: replyBody } = await admin.post(path, { ...body, [field]: 999_999 });
      expect([field, status, replyBody.errors]).toEqual([field, 400, { [field]: `${target.label} does not exist` }]);
    }
  });
});

test("an update without some fields keeps their values and does not reset them to defaults", async () => {
  const house = await createPlot({ EmailID: "h@example.org", MobileNo: "0300-1234567", IsPlotOnly: true });
  const { PlotID, HouseNo, CategoryID, TypeID, FloorID } = house;
  const changed = await admin.put("/plot", { PlotID, HouseNo, CategoryID, TypeID, FloorID, OwnerName: "New Owner" });
  expect(changed.body.data).toEqual({ ...house, OwnerName: "New Owner", Version: 2 });
  const emptied = await admin.put(`/plot/${PlotID}`, { ...house, Version: 2, MobileNo: "", EmailID: null });
  expect(emptied.body.data).toMatchObject({ MobileNo: "", EmailID: "", IsPlotOnly: true });
  const rate = await createRate({ IsActive: false, DueOnDay: 5 });
  const { IsActive: _active, DueOnDay: _day, Version: _version, ...otherRateFields } = rate;
  expect((await admin.put("/service-rate", otherRateFields)).body.data).toMatchObject({ IsActive: false, DueOnDay: 5 });
  await harness.changeUser("dashboardReader", { IsActive: false });
  const [user] = await admin.list(users, "?Username=dashboardReader");
  const { IsActive: _isActive, PlotIDs: _plots, Version: _userVersion, ...otherUserFields } = user ?? {};
  expect((await admin.put("/users", otherUserFields)).body.data).toMatchObject({ IsActive: false });
});

describe("name uniqueness", () => {
  test.each(forms.filter(({ resource }) => resource.unique.length > 0 && resource.name !== "menuactionsmap"))(
    "a name in $name is unique regardless of case",
    async ({ resource, body }) => {
      const path = `/${resource.writePath}`;
      const created = parseRecord(resource, await admin.post(path, body));
      const [field = ""] = resource.unique[0] ?? [];
      const value = body[field];
      for (const equalValue of typeof value === "string"
        ? [value, value.toUpperCase(), ` ${value.toLowerCase()} `]
        : [value]) {
        const { status, body: replyBody } = await admin.post(path, { ...body, [field]: equalValue });
        expect(status).toBe(409);
        expect(replyBody.message).toBe(
          `${resource.label} ${typeof equalValue === "string" ? equalValue.trim() : equalValue} already exists`,
        );
      }
      assertOk(await admin.delete(`${path}/${Reflect.get(created, resource.idField)}`));
    },
  );

  test("a house number is unique regardless of Unicode composition", { tags: "requirement-15" }, async () => {
    const { PlotID } = await createPlot({ HouseNo: "É-1" });
    const { CategoryID, TypeID, FloorID } = society.aliPlot;
    for (const HouseNo of ["E\u0301-1", "é-1", "e\u0301-1"])
      expect((await admin.post("/plot", { HouseNo, CategoryID, TypeID, FloorID, OwnerName: "Nadia" })).status).toBe(
        409,
      );
    const otherPlot = await createPlot({ HouseNo: "É-2" });
    expect((await admin.get(`/plot/${PlotID}`)).status).toBe(200);
    expect(otherPlot.HouseNo).toBe("É-2");
  });

  test("only one of many concurrent requests with the same name succeeds", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => admin.post("/plot-type", { TypeName: "Once" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });
});

describe("plot fields", () => {
  test("the house number and category of a plot cannot be changed", async () => {
    const created = await createPlot();
    const { PlotID } = created;
    const { B } = society.categories;
    const reply = await admin.put(`/plot/${PlotID}`, { ...created, HouseNo: "N-999", CategoryID: B.CategoryID });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      success: false,
      message: "HouseNo cannot be changed later",
      code: "immutable-field",
      values: { field: "HouseNo" },
      errors: { HouseNo: "HouseNo cannot be changed later", CategoryID: "CategoryID cannot be changed later" },
      details: { CategoryID: { code: "immutable-field", values: { field: "CategoryID" } } },
    });
    expect(await admin.list(plot, `?PlotID=${PlotID}`)).toEqual([created]);
  });

  test("the type of a plot and IsPlotOnly cannot be changed, but its floor and owner can", async () => {
    const created = await createPlot();
    const { TypeID } = society.types.commercial;
    const { FloorID } = society.floors.first;
    for (const change of [{ TypeID }, { IsPlotOnly: true }, { IsPlotOnly: 1 }]) {
      const [field] = Object.keys(change);
      const reply = await admin.put("/plot", { ...created, ...change, OwnerName: "Another", FloorID });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: "immutable-field",
        errors: { [`${field}`]: `${field} cannot be changed later` },
      });
    }
    expect(await admin.list(plot, `?PlotID=${created.PlotID}`)).toEqual([created]);
    const saved = await admin.put("/plot", { ...created, OwnerName: "Another", FloorID, IsPlotOnly: 0 });
    expect(assertOk(saved).body.data).toMatchObject({ OwnerName: "Another", FloorID, TypeID: created.TypeID });
  });

  test("a plot keeps text of every script unchanged", { tags: "requirement-15" }, async () => {
    const OwnerName = "محمد علی — <b>O'Neil & Söhne</b> 👨‍👩‍👧 =1+1";
    const { PlotID } = await createPlot({ OwnerName });
    expect(await admin.list(plot, `?PlotID=${PlotID}`)).toMatchObject([{ OwnerName }]);
  });
});

describe("deletion of records in use", () => {
  test("a category, type or floor of a plot cannot be deleted", async () => {
    const { CategoryID, TypeID, FloorID } = society.aliPlot;
    expect(await readRefusal(admin.delete(`/plot-category/${CategoryID}`))).toEqual([
      409,
      "Category is in use by Plot A-1",
    ]);
    expect(await readRefusal(admin.delete(`/plot-type/${TypeID}`))).toEqual([409, "Type is in use by Plot A-1"]);
    expect(await readRefusal(admin.delete(`/plot-floor/${FloorID}`))).toEqual([409, "Floor is in use by Plot A-1"]);
  });

  test("a plot with a linked resident cannot be deleted", async () => {
    expect(await readRefusal(admin.delete(`/plot/${society.aliPlot.PlotID}`))).toEqual([
      409,
      "Plot is in use by User ali",
    ]);
  });

  test("a category with a service charge and a service charge with a payment plan cannot be deleted", async () => {
    const { CategoryID } = society.categories.R;
    const { RateID } = await createRate({ PlotCategoryID: CategoryID });
    expect(await readRefusal(admin.delete(`/plot-category/${CategoryID}`))).toEqual([
      409,
      `Category is in use by Service charge ${RateID}`,
    ]);
    assertOk(await admin.post("/payment-plan", { RateID }));
    const [status, message] = await readRefusal(admin.delete(`/service-rate/${RateID}`));
    expect([status, message]).toEqual([409, expect.stringContaining("Service charge is in use by Payment plan")]);
  });

  test("a role of a user and an action or menu in permissions cannot be deleted", async () => {
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    const [viewAction] = await admin.list(action, "?ActionName=View");
    const [plotsMenu] = await admin.list(menus, "?MenuURL=3");
    expect((await admin.delete(`/role/${clerkRole?.RoleID}`)).status).toBe(409);
    expect((await admin.delete(`/action/${viewAction?.ActionID}`)).status).toBe(409);
    expect((await admin.delete(`/menu/${plotsMenu?.MenuID}`)).status).toBe(409);
  });
});

async function readRefusal(call: ReturnType<typeof admin.get>): Promise<[number, string]> {
  const { status, body } = await call;
  expect(body.success).toBe(false);
  return [status, body.message];
}

function idOf({ resource }: FormExample, record: object): number {
  return Number(Reflect.get(record, resource.idField));
}

import type { FieldMeta } from "../../shared/fields.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { users } from "../../shared/resources/users.ts";
import { defaultRate } from "./builders.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./person.ts";

type Values = Readonly<Record<string, unknown>>;

/** What the screens promise of one form. */
export interface Form {
  name: string;
  resource: AnyResource;
  /** What the portal accepts. */
  body: Values;
  /** What may be changed later. */
  change: Values;
  /** The required fields, in the order of the form, and what is said when one is missing or wrong. */
  required: Readonly<Record<string, string>>;
  /** What is said of optional fields that are wrong. */
  optional?: Readonly<Record<string, string>>;
}

/** The page whose menu is taken away, so that a form can add one for it. */
const freePage = 16;

/** Forms that are tested beside what they do. */
const testedElsewhere = ["payment-plan", "payment-schedule", "payment-receipt"];

/** Every form that adds and changes records, each filled in once; those of plain records fill themselves in. */
export async function buildForms(world: Harness): Promise<Form[]> {
  const { society, admin } = world;
  const { CategoryID, TypeID, FloorID } = society.ali;
  await removeFreePageMenu(world);
  const [plots] = await admin.list(menus, "?MenuURL=3");
  const [edit] = await admin.list(action, "?ActionName=Edit");
  const [revoke] = await admin.list(action, "?ActionName=RevokePaymentPlan");
  const [clerk] = await admin.list(role, "?RoleName=Clerk");
  const forms: Omit<Form, "name">[] = [
    {
      resource: plot,
      body: {
        HouseNo: "Z-1",
        CategoryID,
        TypeID,
        FloorID,
        OwnerName: "زبیر بٹ 🏠",
        EmailID: "z@example.org",
        IsPlotOnly: true,
      },
      change: { OwnerName: "Zubair Butt", FloorID: society.floors.first.FloorID, EmailID: "", IsPlotOnly: false },
      required: {
        HouseNo: "House number is required",
        CategoryID: "Category is required",
        TypeID: "Type is required",
        FloorID: "Floor is required",
        OwnerName: "Owner name is required",
      },
      optional: { EmailID: "Invalid email" },
    },
    {
      resource: plotType,
      body: { TypeName: "Industrial" },
      change: { TypeName: "Works" },
      required: { TypeName: "Type name is required" },
    },
    {
      resource: plotCategory,
      body: { CategoryName: "D" },
      change: { CategoryName: "E" },
      required: { CategoryName: "Category name is required" },
    },
    {
      resource: plotFloor,
      body: { Floor: "Second" },
      change: { Floor: "2nd" },
      required: { Floor: "Floor is required" },
    },
    {
      resource: serviceRate,
      body: { ...defaultRate(society), DueOnDay: 31, IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200.5 },
      change: { FloorRate: 0, EndMonth: 6, IsPenaltyApply: false, PenaltyAmount: 0, IsActive: false },
      required: {
        StartMonth: "Start Month is required",
        StartYear: "Start Year is required",
        EndMonth: "End Month is required",
        EndYear: "End Year is required",
        PlotTypeID: "Type is required",
        PlotCategoryID: "Category is required",
        FloorID: "Floor is required",
        FloorRate: "Per Floor Rate is required",
      },
      optional: { DueOnDay: "Due Day must be greater than 0" },
    },
    {
      resource: expenses,
      body: {
        ExpenseType: "Security",
        ExpenseTitle: "Guards",
        Month: "02",
        Year: "2026",
        Amount: 0.05,
        PaidOnDate: "2026-02-28",
        IsPaid: 1,
      },
      change: { Amount: 90_000, Description: "Night shift", IsPaid: 0 },
      required: {
        ExpenseType: "Expense type is required",
        ExpenseTitle: "Expense title is required",
        Month: "Month is required",
        Year: "Year is required",
        Amount: "Amount must be a positive number",
      },
    },
    {
      resource: menus,
      body: { MenuName: "Reports", MenuURL: freePage, ParentMenuID: 1, IsTopLevel: 0, Position: 3 },
      change: { MenuName: "Monthly", ParentMenuID: 0, IsTopLevel: 1, Position: 9 },
      required: {
        MenuName: "Menu name is required",
        MenuURL: "Menu URL is required",
        ParentMenuID: "Parent Menu is required",
        Position: "Poition is required",
      },
    },
    {
      resource: action,
      body: { ActionName: "Print" },
      change: { ActionName: "Print out" },
      required: { ActionName: "Action name is required" },
    },
    {
      resource: menuActionsMap,
      body: { MenuID: plots?.MenuID, ActionID: edit?.ActionID },
      change: { ActionID: revoke?.ActionID },
      required: { MenuID: "Menu is required", ActionID: "Action is required" },
    },
    {
      resource: role,
      body: { RoleName: "Auditor", Scope: "own" },
      change: { RoleName: "Auditors", Scope: "all" },
      required: { RoleName: "Role name is required" },
    },
    {
      resource: users,
      body: {
        Username: "zubair",
        FullName: "Zubair Butt",
        Email: "z@example.org",
        RoleID: clerk?.RoleID,
        PlotIDs: [1],
      },
      change: { FullName: "Z. Butt", Email: "", PlotIDs: [], IsActive: false },
      required: {
        Username: "Username must be at least 3 characters",
        FullName: "Full name is required",
        RoleID: "Please select a role",
      },
      optional: { Email: "Invalid email address" },
    },
  ];
  const known = new Set([...testedElsewhere, ...forms.map(({ resource }) => resource.name)]);
  for (const resource of resources)
    if (resource.verbs.includes("create") && !known.has(resource.name))
      forms.push(await buildPlainForm(resource, admin));
  return forms.map((form) => ({ ...form, name: form.resource.label }));
}

async function removeFreePageMenu({ transaction }: Harness): Promise<void> {
  await transaction(async (tx) => {
    const menu = await tx.findFirst(menus, { MenuURL: freePage });
    if (!menu) return;
    const { MenuID } = menu;
    for (const row of await tx.find(rolePermissions, { MenuID })) tx.remove(rolePermissions, row);
    for (const row of await tx.find(menuActionsMap, { MenuID })) tx.remove(menuActionsMap, row);
    tx.remove(menus, menu);
  });
}

/** The form of a resource without rules, filled in and changed by the kinds of its required fields; what it promises is what is declared. */
export async function buildPlainForm(resource: AnyResource, admin: Person): Promise<Omit<Form, "name">> {
  const { error } = resource.input.safeParse({});
  const required = Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
  const body: Record<string, unknown> = {};
  const change: Record<string, unknown> = {};
  for (const [field, meta] of resource.fields) {
    if (!(field in required)) continue;
    body[field] = meta.target ? await findAnyId(meta.target.name, admin) : sampleValue(meta);
    if (!meta.target && !resource.immutable.includes(field)) change[field] = sampleValue(meta, 1);
  }
  const isPlain = [body, { ...body, ...change }].every((filled) => resource.input.safeParse(filled).success);
  if (!isPlain || Object.keys(change).length === 0)
    throw new Error(`What ${resource.name} takes cannot be guessed: add its form to tests/harness/forms.ts`);
  return { resource, body, change, required };
}

async function findAnyId(name: string, admin: Person): Promise<unknown> {
  const target = resources.find((resource) => resource.name === name);
  const [row] = target ? await admin.list(target) : [];
  return row && Reflect.get(row, target?.idField ?? "");
}

/** A value of the field's kind, or another one. */
function sampleValue({ kind, options }: FieldMeta, which: 0 | 1 = 0): unknown {
  switch (kind) {
    case "text":
      return (options ?? ["Sample", "Another sample"])[which];
    case "day":
      return which === 0 ? "2026-02-28" : "2026-03-01";
    case "bit":
      return which;
    case "boolean":
      return which === 1;
    default:
      return which + 1;
  }
}

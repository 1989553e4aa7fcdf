import {
  type ImportOutcome,
  maxListedChanges,
  type NewName,
  type RecordChange,
} from "../../../shared/endpoints/import.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import type { Resource, StoredRow } from "../../../shared/registry.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { idOf } from "../../database/store.ts";
import { tryMoveWithoutCharge } from "../../services/house-moves.ts";
import { nameKey } from "../../services/imports/cell-values.ts";
import { refuseRow } from "../../services/imports/keyed-rows.ts";
import type { Importer, ImportInput, ImportPlan } from "../../services/imports/run-import.ts";
import { correctOwners, insertPlots, nextEmailSince } from "../../services/ownership.ts";
import { type PlotRow, parsePlots, plotColumns } from "./import-rows.ts";

/** The fields that an import can update. The other fields of an existing plot cannot be changed. */
const updatableFields = ["FloorID", "OwnerName", "LandlineNo", "MobileNo", "EmailID"] as const;

/** The columns with the name of another record. */
type NameColumn = "Category" | "Type" | "Floor";

/** The fields of an existing plot that an empty cell does not clear in the mode `keep`. */
const keptFields = ["CategoryID", "TypeID", "FloorID", "OwnerName", "LandlineNo", "MobileNo", "EmailID"] as const;

/**
 * Adds and updates plots. Creates missing categories, types and floors if the user may create them and has chosen so,
 * except those that only refused rows name.
 */
export const plotImporter: Importer = { name: "plots", columns: plotColumns, planImport: planPlotImport };

async function planPlotImport(
  tx: Transaction,
  { rows: sheetRows, mapping, dryRun, canCreate, namesMode, blanksMode, onProgress }: ImportInput,
): Promise<ImportPlan> {
  const categories = (await tx.find(plotCategory, {})).map(({ CategoryName }) => CategoryName);
  const existing = new Map((await tx.find(plot, {})).map((row) => [nameKey(row.HouseNo), row]));
  const housesKeepingValues = blanksMode === "keep" ? new Set(existing.keys()) : undefined;
  const { plots, refused } = parsePlots(sheetRows, {
    categories,
    ...(housesKeepingValues && { housesKeepingValues }),
    mapping,
  });
  const newPlots = plots.filter(({ HouseNo }) => !existing.has(nameKey(HouseNo)));
  const newNames: NewName[] = [];
  const created: { label: NameColumn; name: string; id: number; remove: () => void }[] = [];
  /** The ids of the names in a column. Creates missing names if the user may do so and has chosen it. */
  const resolveColumn = async <Row extends StoredRow>(
    resource: Resource<Row>,
    { column, rows }: { column: NameColumn; rows: readonly PlotRow[] },
  ) => {
    const existingIds = await readIdsByName(tx, resource);
    if (!canCreate(resource)) return existingIds;
    const missing = countMissingNames(
      rows.flatMap((row) => row[column] || []),
      existingIds,
    );
    newNames.push(...missing.map((counted) => ({ label: column, ...counted })));
    if (namesMode === "refuse") return existingIds;
    const idsByName = new Map(existingIds);
    for (const row of await createNames(tx, resource, missing)) {
      const [name, id] = [String(row[resource.titleField]), idOf(resource, row)];
      idsByName.set(nameKey(name), id);
      created.push({ label: column, name, id, remove: () => tx.remove(resource, row) });
    }
    return idsByName;
  };
  const ids = {
    categories: await resolveColumn(plotCategory, { column: "Category", rows: newPlots }),
    types: await resolveColumn(plotType, { column: "Type", rows: newPlots }),
    floors: await resolveColumn(plotFloor, { column: "Floor", rows: plots }),
  };
  const changes: RecordChange[] = [];
  const outcome: ImportOutcome = { added: 0, updated: 0, unchanged: 0, refused: [...refused] };
  const floorNames = new Map((await tx.find(plotFloor, {})).map(({ FloorID, Floor }) => [FloorID, Floor]));
  const added: Partial<Plot>[] = [];
  const updated: Plot[] = [];
  const writes: ImportPlan["writes"][number][] = [];
  /** The records that imported rows newly refer to. */
  const usedIds = { Category: new Set<number>(), Type: new Set<number>(), Floor: new Set<number>() };
  for (const sheetRow of plots) {
    const row = existing.get(nameKey(sheetRow.HouseNo));
    const values = toPlotValues(sheetRow, ids);
    if (row && blanksMode === "keep") for (const field of keptFields) keepIfEmpty(values, row, field);
    const reasons = findUnknownNames(sheetRow, ids);
    if (reasons.length === 0 && row) reasons.push(...findChangedFixedFields(row, values));
    if (
      reasons.length === 0 &&
      row &&
      row.FloorID !== values.FloorID &&
      !(await tryMoveWithoutCharge(tx, { ...row, FloorID: values.FloorID }))
    )
      reasons.push(createMessage("floor-changes-charge"));
    if (reasons.length > 0) outcome.refused.push(refuseRow(sheetRow.rowNumber, ...reasons));
    else if (!row) {
      usedIds.Category.add(values.CategoryID);
      usedIds.Type.add(values.TypeID);
      usedIds.Floor.add(values.FloorID);
      added.push({ ...values, IsPlotOnly: values.IsPlotOnly ?? false });
      writes.push({ row: sheetRow.rowNumber });
    } else if (updatableFields.every((field) => row[field] === values[field])) outcome.unchanged++;
    else {
      if (row.FloorID !== values.FloorID) usedIds.Floor.add(values.FloorID);
      writes.push({ row: sheetRow.rowNumber, id: row.PlotID, Version: row.Version });
      const patch = Object.fromEntries(updatableFields.map((field) => [field, values[field]]));
      if (dryRun && changes.length < maxListedChanges)
        changes.push({ row: sheetRow.rowNumber, name: row.HouseNo, fields: describeChanges(row, values, floorNames) });
      updated.push(tx.update(plot, row, { ...patch, EmailSince: nextEmailSince(row, values, tx.now) }));
    }
  }
  const unused = created.filter(({ label, id }) => !usedIds[label].has(id));
  for (const { remove } of unused) remove();
  const listedNames = newNames.filter(
    (each) => !unused.some(({ label, name }) => each.label === label && each.name === name),
  );
  await tx.lockRows(plotCategory, [...usedIds.Category], "CategoryID");
  await tx.lockRows(plotType, [...usedIds.Type], "TypeID");
  await tx.lockRows(plotFloor, [...usedIds.Floor], "FloorID");
  await insertPlots(tx, added);
  await correctOwners(tx, updated);
  outcome.updated = updated.length;
  if (dryRun) outcome.changes = changes;
  if (listedNames.length > 0) outcome.newNames = listedNames;
  onProgress(1);
  outcome.added = added.length;
  outcome.refused.sort((a, b) => a.row - b.row);
  return { outcome, writes };
}

function keepIfEmpty<Field extends (typeof keptFields)[number]>(
  values: Pick<Plot, Field>,
  row: Pick<Plot, Field>,
  field: Field,
): void {
  values[field] ||= row[field];
}

/** The fields that the row changes, with floors as names. */
function describeChanges(
  row: Plot,
  values: ReturnType<typeof toPlotValues>,
  floorNames: ReadonlyMap<number, string>,
): RecordChange["fields"] {
  const floorName = (FloorID: number) => floorNames.get(FloorID) ?? "";
  const texts = [
    { label: "Floor", before: floorName(row.FloorID), after: floorName(values.FloorID) },
    { label: "Owner Name", before: row.OwnerName, after: values.OwnerName },
    { label: "Landline No", before: row.LandlineNo, after: values.LandlineNo },
    { label: "Mobile No", before: row.MobileNo, after: values.MobileNo },
    { label: "Email ID", before: row.EmailID, after: values.EmailID },
  ];
  return texts.filter(({ before, after }) => before !== after);
}

/** Ids by the `nameKey` of the name. */
interface IdsByName {
  categories: ReadonlyMap<string, number>;
  types: ReadonlyMap<string, number>;
  floors: ReadonlyMap<string, number>;
}

/** A message for each name in the row that does not exist. */
function findUnknownNames({ Category, Type, Floor }: PlotRow, { categories, types, floors }: IdsByName): Message[] {
  const names = [
    { label: "Category", value: Category, ids: categories },
    { label: "Type", value: Type, ids: types },
    { label: "Floor", value: Floor, ids: floors },
  ];
  return names
    .filter(({ value, ids }) => value !== "" && !ids.has(nameKey(value)))
    .map(({ label, value }) => createMessage("unknown-name", { label, value }));
}

/** A message for each fixed field of the plot that the row would change. */
function findChangedFixedFields(row: Plot, values: ReturnType<typeof toPlotValues>): Message[] {
  const { HouseNo: house } = row;
  return [
    ...(row.CategoryID === values.CategoryID ? [] : [createMessage("category-fixed", { house })]),
    ...(row.TypeID === values.TypeID ? [] : [createMessage("type-fixed", { house })]),
    ...((values.IsPlotOnly ?? row.IsPlotOnly) === row.IsPlotOnly ? [] : [createMessage("plot-only-fixed", { house })]),
  ];
}

function toPlotValues(
  { rowNumber: _, Category, Type, Floor, ...values }: PlotRow,
  { categories, types, floors }: IdsByName,
) {
  return {
    ...values,
    CategoryID: categories.get(nameKey(Category)) ?? 0,
    TypeID: types.get(nameKey(Type)) ?? 0,
    FloorID: floors.get(nameKey(Floor)) ?? 0,
  };
}

/** The ids of all records by the `nameKey` of their name. */
async function readIdsByName<Row extends StoredRow>(
  tx: Transaction,
  resource: Resource<Row>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.find(resource, {});
  return new Map(rows.map((row) => [nameKey(String(row[resource.titleField])), idOf(resource, row)]));
}

/** The names without a record, each in its first spelling, with the number of rows that have it. */
function countMissingNames(
  names: readonly string[],
  existingIds: ReadonlyMap<string, number>,
): Pick<NewName, "name" | "rows">[] {
  const missing = new Map<string, { name: string; rows: number }>();
  for (const name of names) {
    const key = nameKey(name);
    if (existingIds.has(key)) continue;
    const counted = missing.get(key) ?? { name, rows: 0 };
    counted.rows++;
    missing.set(key, counted);
  }
  return [...missing.values()];
}

/** Creates a record for each name. */
function createNames<Row extends StoredRow>(
  tx: Transaction,
  resource: Resource<Row>,
  names: readonly { name: string }[],
): Promise<Row[]> {
  return tx.insertParsed(
    resource,
    names.map(({ name }) => ({ [resource.titleField]: name })),
  );
}

import { type ImportOutcome, importPlots, previewPlotImport } from "../../../shared/endpoints/import.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import type { Resource, RowOf, StoredRow } from "../../../shared/registry.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { idOf } from "../../database/store.ts";
import { nameKey } from "../../services/imports/cell-values.ts";
import { refuseRow } from "../../services/imports/keyed-rows.ts";
import { defineImportHandlers, type Importer, type ImportInput } from "../../services/imports/run-import.ts";
import { correctOwners, insertPlots } from "../../services/ownership.ts";
import { type PlotRow, parsePlots, plotColumns } from "./import-rows.ts";
import { changesCharge } from "./move.ts";

type Plot = RowOf<typeof plot>;

/** Fields that an import can update. The others of an existing plot are fixed. */
const updatableFields = ["FloorID", "OwnerName", "LandlineNo", "MobileNo", "EmailID"] as const;

/** Adds and updates plots. Creates missing categories, types and floors if the user may create them. */
export const plotImporter: Importer = { name: "plots", columns: plotColumns, importRows: importPlotRows };

export const plotImportHandlers = defineImportHandlers(plotImporter, { run: importPlots, preview: previewPlotImport });

async function importPlotRows(
  tx: Transaction,
  { rows: sheetRows, mapping, canCreate, onProgress }: ImportInput,
): Promise<ImportOutcome> {
  const categories = (await tx.find(plotCategory, {})).map(({ CategoryName }) => CategoryName);
  const { plots, refused } = parsePlots(sheetRows, { categories, mapping });
  const existing = new Map((await tx.find(plot, {})).map((row) => [nameKey(row.HouseNo), row]));
  const newPlots = plots.filter(({ HouseNo }) => !existing.has(nameKey(HouseNo)));
  const resolveColumn = <Row extends StoredRow>(
    resource: Resource<Row>,
    { column, rows }: { column: "Category" | "Type" | "Floor"; rows: readonly PlotRow[] },
  ) => resolveIds(tx, resource, canCreate(resource) ? rows.map((row) => row[column]) : []);
  const ids = {
    categories: await resolveColumn(plotCategory, { column: "Category", rows: newPlots }),
    types: await resolveColumn(plotType, { column: "Type", rows: newPlots }),
    floors: await resolveColumn(plotFloor, { column: "Floor", rows: plots }),
  };
  const outcome: ImportOutcome = { added: 0, updated: 0, unchanged: 0, refused: [...refused] };
  const added: Partial<Plot>[] = [];
  const updated: Plot[] = [];
  for (const sheetRow of plots) {
    const values = toPlotValues(sheetRow, ids);
    const row = existing.get(nameKey(sheetRow.HouseNo));
    const reasons = findUnknownNames(sheetRow, ids);
    if (reasons.length === 0 && row) reasons.push(...findChangedFixedFields(row, values));
    if (
      reasons.length === 0 &&
      row &&
      row.FloorID !== values.FloorID &&
      (await changesCharge(tx, { ...row, FloorID: values.FloorID }))
    )
      reasons.push(createMessage("floor-changes-charge"));
    if (reasons.length > 0) outcome.refused.push(refuseRow(sheetRow.rowNumber, ...reasons));
    else if (!row) added.push({ ...values, IsPlotOnly: values.IsPlotOnly ?? false });
    else if (updatableFields.every((field) => row[field] === values[field])) outcome.unchanged++;
    else {
      const patch = Object.fromEntries(updatableFields.map((field) => [field, values[field]]));
      updated.push(tx.update(plot, row, patch));
    }
  }
  await insertPlots(tx, added);
  await correctOwners(tx, updated);
  outcome.updated = updated.length;
  onProgress(1);
  outcome.added = added.length;
  outcome.refused.sort((a, b) => a.row - b.row);
  return outcome;
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
    .filter(({ value, ids }) => !ids.has(nameKey(value)))
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

/** The ids of all records by the `nameKey` of their name. Creates records for those of `names` that do not exist. */
async function resolveIds<Row extends StoredRow>(
  tx: Transaction,
  resource: Resource<Row>,
  names: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const row of await tx.find(resource, {}))
    ids.set(nameKey(String(row[resource.titleField])), idOf(resource, row));
  for (const name of names) {
    if (ids.has(nameKey(name))) continue;
    const [created] = await tx.insertParsed(resource, [{ [resource.titleField]: name }]);
    if (created) ids.set(nameKey(name), idOf(resource, created));
  }
  return ids;
}

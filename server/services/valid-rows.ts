import { isDay } from "../../shared/dates.ts";
import type { FieldMeta } from "../../shared/field-meta.ts";
import { createMessage } from "../../shared/messages.ts";
import { isValidStoredAmount } from "../../shared/money.ts";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";
import { conflict, type HttpError } from "../errors.ts";

/**
 * Throws 409 for a row with a value that the portal itself never writes: somebody changed the database directly, and
 * settling such a row could lose money. Call it for rows that a write changes or settles.
 */
export function assertValidRow<Row extends StoredRow>(resource: Resource<Row>, row: Row): void {
  const field = findInvalidField(resource, row);
  if (field !== undefined) throw invalidRow(resource, { row, field });
}

/** Whether the portal itself could have written all values of the row. */
export function isValidRow(resource: AnyResource, row: StoredRow): boolean {
  return findInvalidField(resource, row) === undefined;
}

/** The first field with a value that the portal itself never writes. */
export function findInvalidField({ fields }: AnyResource, row: StoredRow): string | undefined {
  for (const [name, meta] of fields) if (!isValidValue(meta, row[name])) return name;
  return undefined;
}

/** The 409 error for a stored row whose field has an invalid value, or a value that contradicts other rows. */
export function invalidRow(resource: AnyResource, { row, field }: { row: StoredRow; field: string }): HttpError {
  const record = `${resource.label} ${String(row[resource.idField])}`;
  return conflict(createMessage("invalid-record", { record, field }));
}

function isValidValue(meta: FieldMeta, value: unknown): boolean {
  if (value === null) return meta.nullable === true;
  switch (meta.kind) {
    case "money":
      return typeof value === "number" && isValidStoredAmount(Math.abs(value));
    case "integer":
    case "ref":
      return Number.isSafeInteger(value);
    case "bit":
      return value === 0 || value === 1;
    case "boolean":
      return typeof value === "boolean";
    case "day":
      return typeof value === "string" && isDay(value);
    case "text":
      return typeof value === "string" && (meta.options?.includes(value) ?? true);
    case "instant":
      return typeof value === "string";
    case "list":
      return Array.isArray(value) && value.every((item) => isValidItem(meta, item));
    case "group":
      return isValidItem(meta, value);
  }
}

/**
 * In a group or an item of a list, the amount fields are required and all others are optional. A list without declared
 * fields contains ids.
 */
function isValidItem({ itemFields, moneyFields = [] }: FieldMeta, value: unknown): boolean {
  if (!itemFields) return Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(itemFields).every(([name, meta]) => {
    const field: unknown = Reflect.get(value, name);
    return field === undefined ? !moneyFields.includes(name) : isValidValue(meta, field);
  });
}

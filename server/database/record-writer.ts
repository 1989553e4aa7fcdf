import { type Paisa, toRupees } from "../../shared/money.ts";
import type { AnyResource } from "../../shared/registry.ts";
import {
  type BsonName,
  type BsonValue,
  type ByteWriter,
  forEachField,
  type MoneyFields,
  readNumber,
  writeJson,
} from "./bson.ts";
import { readJoinedValue } from "./present.ts";
import type { ReferenceCache } from "./reference-cache.ts";
import { type Doc, idOf, type RawRow } from "./store.ts";

/** Writes one row after the other as JSON: the whole record, or single values of it. */
export interface RecordWriter<Row> {
  /** The names of the record's fields, the id first. */
  readonly fields: readonly string[];
  /** Selects the row that the other methods write, and returns its id. */
  select(row: Row): number;
  /** Whether the row has all fields. Rows that were written directly to the database may lack some. */
  isComplete(): boolean;
  /** Remembers the selected row, so that `isUnchanged` compares later rows with it. */
  remember(): void;
  /** Whether the field has the same value in the remembered row. Can be false for values that are equal as JSON. */
  isUnchanged(index: number): boolean;
  writeRecord(out: ByteWriter): void;
  /** Writes the value of the field with this index in `fields`, which the row must have. */
  writeValue(index: number, out: ByteWriter): void;
}

/** A field of the record that the row contains. */
interface FieldSlot {
  /** The field's name in JSON, with a colon. */
  jsonKey: string;
  isMoney: boolean;
  /** Money inside the items of a list. */
  itemMoney: MoneyFields | undefined;
  /** The value in the current row. */
  value: BsonValue;
  /** The value in the remembered row. */
  remembered: BsonValue;
}

/** The BSON type of a field that the current row does not have. */
const missingType = 0;

/** A field of the record that the row does not contain: its value is looked up by the id in another field. */
interface JoinedSlot {
  jsonKey: string;
  lookUp: (id: number) => unknown;
  /** The field that contains the id. */
  via: FieldSlot | undefined;
  /** JSON by id, because long lists repeat few names many times. */
  cachedJson: Map<number, string>;
}

/**
 * The amount is not validated: an invalid amount, written directly to the database, must not make the whole list fail.
 */
const toRupeesJson = (amount: number) => JSON.stringify(toRupees(amount as Paisa));

/** Writes BSON rows as JSON like `createPresent`, but without creating objects, for long lists. */
export class BsonRecordWriter implements RecordWriter<RawRow> {
  readonly fields: readonly string[];
  readonly #idSlot: FieldSlot;
  readonly #slots: FieldSlot[] = [];
  readonly #joinedSlots: JoinedSlot[];
  readonly #slotsByName = new Map<string, FieldSlot>();
  /** The fields of the previous row in their order, which the next row usually shares. */
  #lastLayout: { name: Buffer; slot: FieldSlot | undefined }[] = [];
  /** Contains the selected row. */
  #bytes: Buffer = Buffer.alloc(0);
  /** Contains the remembered row. */
  #rememberedBytes: Buffer = Buffer.alloc(0);

  constructor(resource: AnyResource, referenceCache: ReferenceCache) {
    this.fields = listFields(resource);
    for (const [name, { kind, moneyFields = [] }] of resource.fields) {
      const itemMoney = moneyFields.length > 0 ? { names: moneyFields, toRupeesJson } : undefined;
      const slot = {
        jsonKey: `${JSON.stringify(name)}:`,
        isMoney: kind === "money",
        itemMoney,
        value: { type: missingType, start: 0, end: 0 },
        remembered: { type: missingType, start: 0, end: 0 },
      };
      this.#slotsByName.set(name, slot);
      this.#slots.push(slot);
    }
    const createJoinedSlot = (name: string, via: string, lookUp: JoinedSlot["lookUp"]): JoinedSlot => ({
      jsonKey: `${JSON.stringify(name)}:`,
      lookUp,
      via: this.#slotsByName.get(via),
      cachedJson: new Map(),
    });
    this.#joinedSlots = [
      ...Object.entries(resource.joins).map(([name, join]) =>
        createJoinedSlot(name, join.via, (id) => readJoinedValue(join, { [join.via]: id }, referenceCache)),
      ),
      ...Object.entries(resource.derivedTexts).map(([name, { via, value }]) => createJoinedSlot(name, via, value)),
    ];
    const idSlot = this.#slotsByName.get(resource.idField);
    if (!idSlot) throw new Error(`${resource.name} has no ${resource.idField}`);
    this.#idSlot = idSlot;
  }

  select({ bytes, offset }: RawRow): number {
    this.#bytes = bytes;
    for (const { value } of this.#slots) value.type = missingType;
    let position = 0;
    forEachField(bytes, offset, (name, value) => {
      const slot = this.#findSlot(position, bytes, name);
      if (slot) copyValue(slot.value, value);
      position++;
    });
    return readNumber(bytes, this.#idSlot.value) ?? 0;
  }

  isComplete(): boolean {
    for (const { value } of this.#slots) if (value.type === missingType) return false;
    return true;
  }

  remember(): void {
    this.#rememberedBytes = this.#bytes;
    for (const { value, remembered } of this.#slots) copyValue(remembered, value);
  }

  isUnchanged(index: number): boolean {
    const slot = this.#slots[index] ?? this.#joinedSlots[index - this.#slots.length]?.via;
    if (!slot) return false;
    const { value, remembered } = slot;
    const length = value.end - value.start;
    if (value.type !== remembered.type || length !== remembered.end - remembered.start) return false;
    for (let offset = 0; offset < length; offset++)
      if (this.#bytes[value.start + offset] !== this.#rememberedBytes[remembered.start + offset]) return false;
    return true;
  }

  writeRecord(out: ByteWriter): void {
    let separator = "{";
    for (const slot of this.#slots) {
      if (slot.value.type === missingType) continue;
      out.writeAscii(separator);
      separator = ",";
      out.writeAscii(slot.jsonKey);
      this.#writeStoredValue(slot, out);
    }
    for (const slot of this.#joinedSlots) {
      out.writeAscii(separator);
      separator = ",";
      out.writeAscii(slot.jsonKey);
      out.writeText(this.#readJoinedJson(slot));
    }
    out.writeAscii("}");
  }

  writeValue(index: number, out: ByteWriter): void {
    const slot = this.#slots[index];
    const joinedSlot = this.#joinedSlots[index - this.#slots.length];
    if (slot) this.#writeStoredValue(slot, out);
    else if (joinedSlot) out.writeText(this.#readJoinedJson(joinedSlot));
  }

  #writeStoredValue({ isMoney, itemMoney, value }: FieldSlot, out: ByteWriter): void {
    const amount = isMoney ? readNumber(this.#bytes, value) : undefined;
    if (amount === undefined) writeJson(out, this.#bytes, value, itemMoney);
    else out.writeAscii(toRupeesJson(amount));
  }

  /** The slot of the field at this position of the row; undefined if the record does not contain the field. */
  #findSlot(position: number, bytes: Buffer, name: BsonName): FieldSlot | undefined {
    const expected = this.#lastLayout[position];
    if (expected && matchesName(bytes, name, expected.name)) return expected.slot;
    const slot = this.#slotsByName.get(bytes.toString("latin1", name.start, name.end));
    this.#lastLayout[position] = { name: Buffer.from(bytes.subarray(name.start, name.end)), slot };
    return slot;
  }

  #readJoinedJson({ lookUp, via, cachedJson }: JoinedSlot): string {
    const id = via && readNumber(this.#bytes, via.value);
    if (id === undefined) return "null";
    const cached = cachedJson.get(id);
    if (cached !== undefined) return cached;
    const json = JSON.stringify(lookUp(id) ?? null);
    cachedJson.set(id, json);
    return json;
  }
}

/** Writes the records that `present` creates, for rows that are derived or have masked values. */
export class PresentedRecordWriter implements RecordWriter<Doc> {
  readonly fields: readonly string[];
  readonly #resource: AnyResource;
  readonly #present: (row: Doc) => Doc;
  #record: Doc = {};
  #remembered: Doc = {};

  constructor(resource: AnyResource, present: (row: Doc) => Doc) {
    this.fields = listFields(resource);
    this.#resource = resource;
    this.#present = present;
  }

  select(row: Doc): number {
    this.#record = this.#present(row);
    return idOf(this.#resource, row);
  }

  isComplete(): boolean {
    return this.fields.every((name) => this.#record[name] !== undefined);
  }

  remember(): void {
    this.#remembered = this.#record;
  }

  isUnchanged(index: number): boolean {
    const name = this.fields[index] ?? "";
    return this.#record[name] === this.#remembered[name];
  }

  writeRecord(out: ByteWriter): void {
    out.writeText(JSON.stringify(this.#record));
  }

  writeValue(index: number, out: ByteWriter): void {
    out.writeText(JSON.stringify(this.#record[this.fields[index] ?? ""]));
  }
}

/** The names of the fields of a resource's records, the id first. */
function listFields({ fields, joins, derivedTexts }: AnyResource): string[] {
  return [...fields.keys(), ...Object.keys(joins), ...Object.keys(derivedTexts)];
}

function copyValue(to: BsonValue, { type, start, end }: BsonValue): void {
  to.type = type;
  to.start = start;
  to.end = end;
}

function matchesName(bytes: Buffer, { start, end }: BsonName, name: Buffer): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index++) if (name[index] !== bytes[start + index]) return false;
  return true;
}

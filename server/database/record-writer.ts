import { paisa, toRupees } from "../../shared/money.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { ByteWriter } from "./bson.ts";
import { type BsonElement, type BsonName, forEachElement, type MoneyFields, readNumber, writeJson } from "./bson.ts";
import { readJoinedValue } from "./present.ts";
import type { ReferenceCache } from "./reference-cache.ts";
import type { RawRow } from "./store.ts";

/** A field of the record: its JSON key, and the position of its value in the current row. */
interface Slot {
  key: string;
  isMoney: boolean;
  /** Money inside the items of a list. */
  itemMoney: MoneyFields | undefined;
  element: BsonElement;
}

/** The type of a field that the current row does not have. */
const missing = 0;

/** A value of the record that is looked up by the id in another field. */
interface JoinedSlot {
  key: string;
  value: (id: number) => unknown;
  /** The field that holds the id. */
  via: Slot | undefined;
  /** JSON by id, because long lists repeat few names many times. */
  cachedJson: Map<number, string>;
}

const toRupeesJson = (amount: number) => JSON.stringify(toRupees(paisa(amount)));

/** Writes BSON rows as JSON, as `createPresenter` would convert them, but without creating objects. For long lists. */
export class RecordWriter {
  readonly #id: Slot;
  readonly #slots: Slot[] = [];
  readonly #joined: JoinedSlot[];
  readonly #slotsByName = new Map<string, Slot>();
  /** The fields of the previous row in their order, which the next row usually shares. */
  #lastLayout: { name: Buffer; slot: Slot | undefined }[] = [];

  constructor(resource: AnyResource, referenceCache: ReferenceCache) {
    for (const [name, { kind, money = [] }] of resource.fields) {
      const itemMoney = money.length > 0 ? { names: money, toRupeesJson } : undefined;
      const slot = {
        key: `${JSON.stringify(name)}:`,
        isMoney: kind === "money",
        itemMoney,
        element: { type: missing, start: 0, end: 0 },
      };
      this.#slotsByName.set(name, slot);
      this.#slots.push(slot);
    }
    const joinedSlot = (name: string, via: string, value: JoinedSlot["value"]): JoinedSlot => ({
      key: `${JSON.stringify(name)}:`,
      value,
      via: this.#slotsByName.get(via),
      cachedJson: new Map(),
    });
    this.#joined = [
      ...Object.entries(resource.joins).map(([name, join]) =>
        joinedSlot(name, join.via, (id) => readJoinedValue(join, { [join.via]: id }, referenceCache)),
      ),
      ...Object.entries(resource.derivedTexts).map(([name, { via, value }]) => joinedSlot(name, via, value)),
    ];
    const id = this.#slotsByName.get(resource.idField);
    if (!id) throw new Error(`${resource.name} has no ${resource.idField}`);
    this.#id = id;
  }

  /** Writes one row and returns its id. */
  write(raw: RawRow, out: ByteWriter): number {
    this.#locateFields(raw);
    const row = raw.bytes;
    let separator = "{";
    for (const { key, isMoney, itemMoney, element } of this.#slots) {
      if (element.type === missing) continue;
      out.writeAscii(separator);
      separator = ",";
      out.writeAscii(key);
      const amount = isMoney ? readNumber(row, element) : undefined;
      if (amount === undefined) writeJson(out, row, element, itemMoney);
      else out.writeAscii(toRupeesJson(amount));
    }
    for (const slot of this.#joined) {
      out.writeAscii(separator);
      separator = ",";
      out.writeAscii(slot.key);
      out.writeText(this.#joinedJson(slot, row));
    }
    out.writeAscii("}");
    return readNumber(row, this.#id.element) ?? 0;
  }

  #locateFields({ bytes, offset }: RawRow): void {
    for (const { element } of this.#slots) element.type = missing;
    let position = 0;
    forEachElement(bytes, offset, (name, element) => {
      const slot = this.#slotAt(position, bytes, name);
      if (slot) copyElement(slot.element, element);
      position++;
    });
  }

  #slotAt(position: number, bytes: Buffer, name: BsonName): Slot | undefined {
    const expected = this.#lastLayout[position];
    if (expected && matchesName(bytes, name, expected.name)) return expected.slot;
    const slot = this.#slotsByName.get(bytes.toString("latin1", name.start, name.end));
    this.#lastLayout[position] = { name: Buffer.from(bytes.subarray(name.start, name.end)), slot };
    return slot;
  }

  #joinedJson({ value, via, cachedJson }: JoinedSlot, row: Buffer): string {
    const id = via && readNumber(row, via.element);
    if (id === undefined) return "null";
    const cached = cachedJson.get(id);
    if (cached !== undefined) return cached;
    const json = JSON.stringify(value(id));
    cachedJson.set(id, json);
    return json;
  }
}

function copyElement(to: BsonElement, { type, start, end }: BsonElement): void {
  to.type = type;
  to.start = start;
  to.end = end;
}

function matchesName(bytes: Buffer, { start, end }: BsonName, name: Buffer): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index++) if (name[index] !== bytes[start + index]) return false;
  return true;
}

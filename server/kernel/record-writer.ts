import { paisa, toRupees } from "../../shared/money.ts";
import type { AnyResource, Join } from "../../shared/registry.ts";
import { type Element, eachElement, type Money, type Name, numberIn, writeJson } from "./bson.ts";
import type { Bytes } from "./bytes.ts";
import type { Mirror } from "./mirror.ts";
import { joinedValue } from "./present.ts";
import type { RawRow } from "./store.ts";

/** One field of a record: how it begins in the answer, and where it stands in the row at hand. */
interface Slot {
  key: string;
  isMoney: boolean;
  inside: Money | undefined;
  element: Element;
}

/** The type of a field that the row at hand does not have. */
const missing = 0;

interface JoinedSlot {
  key: string;
  join: Join;
  via: Slot | undefined;
  /** The names as they are answered, by id: most lists show few of them many times. */
  told: Map<number, string>;
}

const told = (amount: number) => JSON.stringify(toRupees(paisa(amount)));

/** Writes stored rows as `present` presents them, without making objects of them: for long lists. */
export class RecordWriter {
  readonly #mirror: Mirror;
  readonly #id: Slot;
  readonly #slots: Slot[] = [];
  readonly #joined: JoinedSlot[];
  readonly #byName = new Map<string, Slot>();
  /** The fields as the row before had them: the next one mostly has them in the same order. */
  #expected: { name: Buffer; slot: Slot | undefined }[] = [];

  constructor(resource: AnyResource, mirror: Mirror) {
    this.#mirror = mirror;
    for (const [name, { kind, money = [] }] of resource.fields) {
      const inside = money.length > 0 ? { names: money, told } : undefined;
      const slot = {
        key: `${JSON.stringify(name)}:`,
        isMoney: kind === "money",
        inside,
        element: { type: missing, start: 0, end: 0 },
      };
      this.#byName.set(name, slot);
      this.#slots.push(slot);
    }
    this.#joined = Object.entries(resource.joined).map(([name, join]) => ({
      key: `${JSON.stringify(name)}:`,
      join,
      via: this.#byName.get(join.via),
      told: new Map(),
    }));
    const id = this.#byName.get(resource.id);
    if (!id) throw new Error(`${resource.name} has no ${resource.id}`);
    this.#id = id;
  }

  /** Writes one row and says its id. */
  write(raw: RawRow, out: Bytes): number {
    this.#read(raw);
    const row = raw.bytes;
    let separator = "{";
    for (const { key, isMoney, inside, element } of this.#slots) {
      if (element.type === missing) continue;
      out.ascii(separator);
      separator = ",";
      out.ascii(key);
      const amount = isMoney ? numberIn(row, element) : undefined;
      if (amount === undefined) writeJson(out, row, element, inside);
      else out.ascii(told(amount));
    }
    for (const slot of this.#joined) {
      out.ascii(separator);
      separator = ",";
      out.ascii(slot.key);
      out.text(this.#joinedText(slot, row));
    }
    out.ascii("}");
    return numberIn(row, this.#id.element) ?? 0;
  }

  #read({ bytes, at }: RawRow): void {
    for (const { element } of this.#slots) element.type = missing;
    let place = 0;
    eachElement(bytes, at, (name, element) => {
      const slot = this.#slotAt(place, bytes, name);
      if (slot) copy(slot.element, element);
      place++;
    });
  }

  #slotAt(place: number, bytes: Buffer, name: Name): Slot | undefined {
    const expected = this.#expected[place];
    if (expected && isAt(bytes, name, expected.name)) return expected.slot;
    const slot = this.#byName.get(bytes.toString("latin1", name.start, name.end));
    this.#expected[place] = { name: Buffer.from(bytes.subarray(name.start, name.end)), slot };
    return slot;
  }

  #joinedText({ join, via, told }: JoinedSlot, row: Buffer): string {
    const id = via && numberIn(row, via.element);
    if (id === undefined) return "null";
    const known = told.get(id);
    if (known !== undefined) return known;
    const text = JSON.stringify(joinedValue(join, { [join.via]: id }, this.#mirror));
    told.set(id, text);
    return text;
  }
}

function copy(to: Element, { type, start, end }: Element): void {
  to.type = type;
  to.start = start;
  to.end = end;
}

function isAt(bytes: Buffer, { start, end }: Name, name: Buffer): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index++) if (name[index] !== bytes[start + index]) return false;
  return true;
}

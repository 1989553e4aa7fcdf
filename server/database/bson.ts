import type { ByteWriter } from "./byte-writer.ts";

const double = 1;
const string = 2;
const document = 3;
const array = 4;
const boolean = 8;
const nullValue = 10;
const int32 = 16;
const int64 = 18;

const quote = 0x22;
const backslash = 0x5c;
const firstPrintableByte = 0x20;

/** Where in a stored document a field stands. */
export interface BsonElement {
  type: number;
  start: number;
  end: number;
}

/** Where the name of a field stands. */
export interface BsonName {
  start: number;
  end: number;
}

/**
 * Goes through the fields of a stored document without making anything of them: the document begins at `at`. What `take` is given is
 * the same two objects each time, as lists have millions of fields.
 */
export function forEachElement(bytes: Buffer, at: number, take: (name: BsonName, element: BsonElement) => void): void {
  const name = { start: 0, end: 0 };
  const element = { type: 0, start: 0, end: 0 };
  let position = at + 4;
  for (let type = bytes[position]; type !== undefined && type !== 0; type = bytes[position]) {
    name.start = position + 1;
    name.end = name.start;
    while (bytes[name.end] !== 0) name.end++;
    element.type = type;
    element.start = name.end + 1;
    position = element.start + valueLength(type, bytes, element.start);
    element.end = position;
    take(name, element);
  }
}

export function readNumber(bytes: Buffer, { type, start }: BsonElement): number | undefined {
  if (type === int32) return bytes.readInt32LE(start);
  if (type === double) return bytes.readDoubleLE(start);
  if (type === int64) return Number(bytes.readBigInt64LE(start));
  return undefined;
}

/** Writes a stored value as JSON; `money` names the fields inside it that are told in another unit. */
export function writeJson(out: ByteWriter, bytes: Buffer, element: BsonElement, money?: MoneyFields): void {
  const { type, start } = element;
  if (type === string) writeString(out, bytes, element);
  else if (type === nullValue) out.writeAscii("null");
  else if (type === boolean) out.writeAscii(bytes[start] === 1 ? "true" : "false");
  else if (type === array) writeArray(out, bytes, element, money);
  else if (type === document) writeDocument(out, bytes, element, money);
  else out.writeAscii(JSON.stringify(readNumber(bytes, element)));
}

/** The fields that hold money, and how it is told. */
export interface MoneyFields {
  names: readonly string[];
  toRupeesJson: (amount: number) => string;
}

function writeArray(out: ByteWriter, bytes: Buffer, { start }: BsonElement, money?: MoneyFields): void {
  let separator = "[";
  forEachElement(bytes, start, (_name, element) => {
    out.writeAscii(separator);
    separator = ",";
    writeJson(out, bytes, element, money);
  });
  out.writeAscii(separator === "[" ? "[]" : "]");
}

function writeDocument(out: ByteWriter, bytes: Buffer, { start }: BsonElement, money?: MoneyFields): void {
  let separator = "{";
  forEachElement(bytes, start, (place, element) => {
    const name = bytes.toString("utf8", place.start, place.end);
    out.writeText(`${separator}${JSON.stringify(name)}:`);
    separator = ",";
    const amount = money?.names.includes(name) ? readNumber(bytes, element) : undefined;
    if (money && amount !== undefined) out.writeAscii(money.toRupeesJson(amount));
    else writeJson(out, bytes, element, money);
  });
  out.writeAscii(separator === "{" ? "{}" : "}");
}

/** Most texts need nothing but quotes around the bytes that are stored. */
function writeString(out: ByteWriter, bytes: Buffer, { start, end }: BsonElement): void {
  const first = start + 4;
  const last = end - 1;
  for (let index = first; index < last; index++) {
    const byte = bytes[index] ?? 0;
    if (byte >= firstPrintableByte && byte !== quote && byte !== backslash) continue;
    out.writeText(JSON.stringify(bytes.toString("utf8", first, last)));
    return;
  }
  out.writeAscii('"');
  out.writeBytes(bytes, first, last);
  out.writeAscii('"');
}

function valueLength(type: number, bytes: Buffer, at: number): number {
  if (type === int32) return 4;
  if (type === string) return 4 + bytes.readInt32LE(at);
  if (type === double || type === int64) return 8;
  if (type === boolean) return 1;
  if (type === nullValue) return 0;
  if (type === array || type === document) return bytes.readInt32LE(at);
  throw new Error(`Nothing that a row holds is stored as type ${type}`);
}

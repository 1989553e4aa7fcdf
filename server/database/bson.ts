/*
 * Reads BSON documents without decoding them into objects and writes them as JSON. Long lists are sent this way.
 */

// BSON types.
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

/** Type and position of a field's value in a BSON document. */
export interface BsonElement {
  type: number;
  start: number;
  end: number;
}

/** Position of a field's name in a BSON document. */
export interface BsonName {
  start: number;
  end: number;
}

/**
 * Calls `visit` for each field of the BSON document at `offset`. Passes the same two objects every time, because lists
 * have millions of fields.
 */
export function forEachElement(
  bytes: Buffer,
  offset: number,
  visit: (name: BsonName, element: BsonElement) => void,
): void {
  const name = { start: 0, end: 0 };
  const element = { type: 0, start: 0, end: 0 };
  let position = offset + 4;
  for (let type = bytes[position]; type !== undefined && type !== 0; type = bytes[position]) {
    name.start = position + 1;
    name.end = name.start;
    while (bytes[name.end] !== 0) name.end++;
    element.type = type;
    element.start = name.end + 1;
    position = element.start + valueLength(type, bytes, element.start);
    element.end = position;
    visit(name, element);
  }
}

/** The value of a number field; undefined for other types. */
export function readNumber(bytes: Buffer, { type, start }: BsonElement): number | undefined {
  if (type === int32) return bytes.readInt32LE(start);
  if (type === double) return bytes.readDoubleLE(start);
  if (type === int64) return Number(bytes.readBigInt64LE(start));
  return undefined;
}

/** Writes a value as JSON. `money` names the fields inside it that hold paisa and are written as rupees. */
export function writeJson(out: ByteWriter, bytes: Buffer, element: BsonElement, money?: MoneyFields): void {
  const { type, start } = element;
  if (type === string) writeString(out, bytes, element);
  else if (type === nullValue) out.writeAscii("null");
  else if (type === boolean) out.writeAscii(bytes[start] === 1 ? "true" : "false");
  else if (type === array) writeArray(out, bytes, element, money);
  else if (type === document) writeDocument(out, bytes, element, money);
  else out.writeAscii(JSON.stringify(readNumber(bytes, element)));
}

/** The names of fields that hold paisa, and the conversion of paisa to rupees in JSON. */
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
  forEachElement(bytes, start, (nameRange, element) => {
    const name = bytes.toString("utf8", nameRange.start, nameRange.end);
    out.writeText(`${separator}${JSON.stringify(name)}:`);
    separator = ",";
    const amount = money?.names.includes(name) ? readNumber(bytes, element) : undefined;
    if (money && amount !== undefined) out.writeAscii(money.toRupeesJson(amount));
    else writeJson(out, bytes, element, money);
  });
  out.writeAscii(separator === "{" ? "{}" : "}");
}

/** Writes a string. Copies its bytes if no character needs to be escaped. */
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

function valueLength(type: number, bytes: Buffer, start: number): number {
  if (type === int32) return 4;
  if (type === string) return 4 + bytes.readInt32LE(start);
  if (type === double || type === int64) return 8;
  if (type === boolean) return 1;
  if (type === nullValue) return 0;
  if (type === array || type === document) return bytes.readInt32LE(start);
  throw new Error(`Unsupported BSON type ${type}`);
}

const minCapacity = 16 * 1024;

/** Collects bytes in a buffer that grows as needed. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(minCapacity);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Writes text that consists of ASCII characters only. */
  writeAscii(text: string): void {
    const offset = this.#reserve(text.length);
    const buffer = this.#buffer;
    for (let index = 0; index < text.length; index++) buffer[offset + index] = text.charCodeAt(index);
  }

  writeText(text: string): void {
    const offset = this.#reserve(Buffer.byteLength(text));
    this.#buffer.write(text, offset);
  }

  writeBytes(from: Uint8Array, start: number, end: number): void {
    const offset = this.#reserve(end - start);
    const buffer = this.#buffer;
    // For a few bytes this is faster than Buffer.copy.
    for (let index = start; index < end; index++) buffer[offset + index - start] = from[index] ?? 0;
  }

  /** Returns the bytes written so far and continues with an empty buffer. */
  takeBuffer(): Buffer {
    const buffer = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(Math.max(minCapacity, this.#length));
    this.#length = 0;
    return buffer;
  }

  #reserve(count: number): number {
    const offset = this.#length;
    this.#length += count;
    if (this.#length <= this.#buffer.length) return offset;
    const larger = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, offset);
    this.#buffer = larger;
    return offset;
  }
}

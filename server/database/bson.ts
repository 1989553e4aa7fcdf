/*
 * Writes BSON documents as JSON without decoding them into objects. Long lists are sent this way.
 */

const bsonType = { double: 1, string: 2, document: 3, array: 4, boolean: 8, null: 10, int32: 16, int64: 18 } as const;

const quote = 0x22;
const backslash = 0x5c;
const firstPrintableByte = 0x20;

/** Type and position of a field's value in a BSON document. */
export interface BsonValue {
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
 * Calls `visit` for each field of the BSON document at `offset`. `visit` gets the same two objects every time, because
 * lists have millions of fields. Throws for types that no row contains, such as dates and ObjectIds.
 */
export function forEachField(bytes: Buffer, offset: number, visit: (name: BsonName, value: BsonValue) => void): void {
  const name = { start: 0, end: 0 };
  const value = { type: 0, start: 0, end: 0 };
  let position = offset + 4;
  for (let type = bytes[position]; type !== undefined && type !== 0; type = bytes[position]) {
    name.start = position + 1;
    name.end = name.start;
    while (bytes[name.end] !== 0) name.end++;
    value.type = type;
    value.start = name.end + 1;
    position = value.start + valueLength(type, bytes, value.start);
    value.end = position;
    visit(name, value);
  }
}

/** The value of a number field; undefined for other types. */
export function readNumber(bytes: Buffer, { type, start }: BsonValue): number | undefined {
  if (type === bsonType.int32) return bytes.readInt32LE(start);
  if (type === bsonType.double) return bytes.readDoubleLE(start);
  if (type === bsonType.int64) return Number(bytes.readBigInt64LE(start));
  return undefined;
}

/** Writes a value as JSON. `money` names the fields inside the value that hold paisa and are written as rupees. */
export function writeJson(out: ByteWriter, bytes: Buffer, value: BsonValue, money?: MoneyFields): void {
  const { type, start } = value;
  if (type === bsonType.string) writeString(out, bytes, value);
  else if (type === bsonType.null) out.writeAscii("null");
  else if (type === bsonType.boolean) out.writeAscii(bytes[start] === 1 ? "true" : "false");
  else if (type === bsonType.array) writeArray(out, bytes, value, money);
  else if (type === bsonType.document) writeDocument(out, bytes, value, money);
  else out.writeAscii(JSON.stringify(readNumber(bytes, value)));
}

/** The names of fields that hold paisa, and the conversion of paisa to rupees in JSON. */
export interface MoneyFields {
  names: readonly string[];
  toRupeesJson: (amount: number) => string;
}

function writeArray(out: ByteWriter, bytes: Buffer, { start }: BsonValue, money?: MoneyFields): void {
  let separator = "[";
  forEachField(bytes, start, (_name, value) => {
    out.writeAscii(separator);
    separator = ",";
    writeJson(out, bytes, value, money);
  });
  out.writeAscii(separator === "[" ? "[]" : "]");
}

function writeDocument(out: ByteWriter, bytes: Buffer, { start }: BsonValue, money?: MoneyFields): void {
  let separator = "{";
  forEachField(bytes, start, (nameRange, value) => {
    const name = bytes.toString("utf8", nameRange.start, nameRange.end);
    out.writeText(`${separator}${JSON.stringify(name)}:`);
    separator = ",";
    const amount = money?.names.includes(name) ? readNumber(bytes, value) : undefined;
    if (money && amount !== undefined) out.writeAscii(money.toRupeesJson(amount));
    else writeJson(out, bytes, value, money);
  });
  out.writeAscii(separator === "{" ? "{}" : "}");
}

/** Writes a string. Copies its bytes if no character needs to be escaped. */
function writeString(out: ByteWriter, bytes: Buffer, { start, end }: BsonValue): void {
  const textStart = start + 4;
  /** The position of the final NUL. */
  const textEnd = end - 1;
  for (let index = textStart; index < textEnd; index++) {
    const byte = bytes[index] ?? 0;
    if (byte >= firstPrintableByte && byte !== quote && byte !== backslash) continue;
    out.writeText(JSON.stringify(bytes.toString("utf8", textStart, textEnd)));
    return;
  }
  out.writeAscii('"');
  out.writeBytes(bytes, textStart, textEnd);
  out.writeAscii('"');
}

function valueLength(type: number, bytes: Buffer, start: number): number {
  if (type === bsonType.int32) return 4;
  if (type === bsonType.string) return 4 + bytes.readInt32LE(start);
  if (type === bsonType.double || type === bsonType.int64) return 8;
  if (type === bsonType.boolean) return 1;
  if (type === bsonType.null) return 0;
  if (type === bsonType.array || type === bsonType.document) return bytes.readInt32LE(start);
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

  /** Whether exactly these bytes have been written since the last `clear`. */
  holdsExactly(bytes: Buffer | undefined): boolean {
    if (bytes?.length !== this.#length) return false;
    const buffer = this.#buffer;
    for (let index = 0; index < bytes.length; index++) if (bytes[index] !== buffer[index]) return false;
    return true;
  }

  clear(): void {
    this.#length = 0;
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

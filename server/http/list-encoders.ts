import { ByteWriter } from "../database/bson.ts";
import type { RecordWriter } from "../database/record-writer.ts";

/** Writes a list as the JSON of its response, in chunks. */
export interface ListEncoder<Row> {
  /** Writes the row and returns its id. */
  write(row: Row): number;
  /** Whether the rows since the last call of `takeChunk` are enough for a chunk. */
  isFull(): boolean;
  /** Ends the list. `extras` are the fields of the response after `data`. */
  end(extras: Readonly<Record<string, unknown>>): void;
  /** The next chunk; undefined if more rows are needed, or after the last chunk. */
  takeChunk(): Buffer | undefined;
}

const chunkBytes = 64 * 1024;
/** The JSON of a response before its data. */
const head = '{"success":true,"message":"","data":';

/** The JSON of a response after its data. */
function createEnd(extras: Readonly<Record<string, unknown>>): string {
  return `,${JSON.stringify(extras).slice(1)}`;
}

/** Writes `data` as an array of records. */
export class RecordsEncoder<Row> implements ListEncoder<Row> {
  readonly #writer: RecordWriter<Row>;
  readonly #out = new ByteWriter();
  #separator = `${head}[`;

  constructor(writer: RecordWriter<Row>) {
    this.#writer = writer;
  }

  write(row: Row): number {
    const id = this.#writer.select(row);
    this.#out.writeAscii(this.#separator);
    this.#separator = ",";
    this.#writer.writeRecord(this.#out);
    return id;
  }

  isFull(): boolean {
    return this.#out.length >= chunkBytes;
  }

  end(extras: Readonly<Record<string, unknown>>): void {
    const isEmpty = this.#separator !== ",";
    this.#out.writeText(`${isEmpty ? this.#separator : ""}]${createEnd(extras)}`);
  }

  takeChunk(): Buffer | undefined {
    return this.#out.length > 0 ? this.#out.takeBuffer() : undefined;
  }
}

/**
 * The JSON of rows with values of the same fields. Each row ends with a newline, which the JSON of values never has.
 */
interface Block {
  fieldCount: number;
  bytes: Buffer;
}

/** Longer lists are sent without common values, so that memory use does not depend on their length. */
const defaultMaxBufferedRows = 100_000;

/**
 * Writes `data` as columns (shared/columns.ts). The common values are sent first but known last, so the rows are
 * buffered. Buffered rows contain only the fields in which rows have differed so far. When a row is the first to differ
 * in a field, this row and all later rows get the value of the field. Earlier rows get it when they are sent. A row
 * that lacks a field is sent as an object and not compared.
 */
export class ColumnsEncoder<Row> implements ListEncoder<Row> {
  readonly #writer: RecordWriter<Row>;
  readonly #maxBufferedRows: number;
  /** The rows after the rows in `#blocks`. */
  readonly #out = new ByteWriter();
  readonly #value = new ByteWriter();
  readonly #blocks: Block[] = [];
  #rowCount = 0;
  /** Whether the head has been taken, so that no further field can be common. */
  #isSending = false;
  #tail: string | undefined;
  /** The indexes of the fields in the rows. */
  readonly #rowFields = [0];
  /** The indexes of the fields with the same value in all rows. */
  #commonFields: number[];
  /** The JSON of the values of the first complete row, by the index of the field. */
  #firstValues: Buffer[] | undefined;

  constructor(writer: RecordWriter<Row>, maxBufferedRows = defaultMaxBufferedRows) {
    this.#writer = writer;
    this.#maxBufferedRows = maxBufferedRows;
    this.#commonFields = [...writer.fields.keys()].slice(1);
  }

  write(row: Row): number {
    const id = this.#writer.select(row);
    const isComplete = this.#writer.isComplete();
    if (isComplete) this.#compareWithFirst();
    if (this.#rowCount === this.#maxBufferedRows) for (const index of this.#commonFields) this.#appendToRows(index);
    if (this.#rowCount > 0) this.#out.writeAscii(",");
    if (isComplete) this.#writeValues();
    else this.#writer.writeRecord(this.#out);
    this.#out.writeAscii("\n");
    this.#rowCount++;
    return id;
  }

  isFull(): boolean {
    return this.#out.length >= chunkBytes;
  }

  end(extras: Readonly<Record<string, unknown>>): void {
    this.#tail = `]}${createEnd(extras)}`;
  }

  takeChunk(): Buffer | undefined {
    this.#endBlock();
    if (this.#tail === undefined && this.#rowCount <= this.#maxBufferedRows) return undefined;
    if (!this.#isSending) {
      this.#isSending = true;
      return Buffer.from(this.#createHead());
    }
    const block = this.#blocks.shift();
    if (block) return this.#appendMissingValues(block);
    const tail = this.#tail;
    this.#tail = "";
    return tail ? Buffer.from(tail) : undefined;
  }

  #compareWithFirst(): void {
    const writer = this.#writer;
    if (!this.#firstValues) {
      writer.remember();
      this.#firstValues = writer.fields.map((_, index) => Buffer.from(this.#readValue(index).takeBuffer()));
      return;
    }
    for (const index of this.#commonFields)
      if (!writer.isUnchanged(index) && !this.#readValue(index).holdsExactly(this.#firstValues[index]))
        this.#appendToRows(index);
  }

  /** The JSON of a value of the current row. */
  #readValue(index: number): ByteWriter {
    this.#value.clear();
    this.#writer.writeValue(index, this.#value);
    return this.#value;
  }

  /** Adds this field to the current row and all later rows. */
  #appendToRows(field: number): void {
    this.#endBlock();
    this.#rowFields.push(field);
    this.#commonFields = this.#commonFields.filter((index) => index !== field);
  }

  #endBlock(): void {
    if (this.#out.length > 0) this.#blocks.push({ fieldCount: this.#rowFields.length, bytes: this.#out.takeBuffer() });
  }

  #writeValues(): void {
    let separator = "[";
    for (const index of this.#rowFields) {
      this.#out.writeAscii(separator);
      separator = ",";
      this.#writer.writeValue(index, this.#out);
    }
    this.#out.writeAscii("]");
  }

  #createHead(): string {
    const { fields } = this.#writer;
    const common = this.#firstValues ? this.#commonFields : [];
    const commonJson = common.map((index) => `${JSON.stringify(fields[index])}:${this.#firstValues?.[index]}`);
    const rowFields = this.#rowFields.map((index) => fields[index]);
    return `${head}{"common":{${commonJson}},"fields":${JSON.stringify(rowFields)},"rows":[`;
  }

  /** The rows of the block with the values of the fields that were appended to later rows. */
  #appendMissingValues({ fieldCount, bytes }: Block): Buffer {
    const missingValues = this.#rowFields.slice(fieldCount).map((index) => `,${this.#firstValues?.[index]}`);
    if (missingValues.length === 0) return bytes;
    // A row that is an object ends with "}" and has no missing values.
    return Buffer.from(bytes.toString().replaceAll("]\n", () => `${missingValues.join("")}]\n`));
  }
}

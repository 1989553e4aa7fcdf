import { strFromU8, strToU8, zlibSync } from "fflate";
import type { jsPDF } from "jspdf";

/**
 * Creates the file of a jsPDF document in parts, so that not all of its pages are in memory. Pages that were taken must
 * not be drawn on again.
 */
export function createPdfParts(doc: jsPDF) {
  /** The start of each written object by its number, in bytes from the start of the file. */
  const offsets = new Map<number, number>();
  let length = 0;
  let takenPages = 0;

  return {
    /** The finished pages since the last call. */
    takePages(): Uint8Array<ArrayBuffer> {
      const parts = takenPages === 0 ? [append(header)] : [];
      while (takenPages < doc.getNumberOfPages()) {
        takenPages++;
        const content = pageContents(doc)[takenPages] ?? [];
        const stream = zlibSync(toBytes(content.splice(0).join("\n")));
        parts.push(
          appendStreamObject(contentId(takenPages), [
            toBytes(`<<\n/Length ${stream.length}\n/Filter /FlateDecode\n>>\nstream\n`),
            stream,
            toBytes("\nendstream\n"),
          ]),
        );
      }
      return concat(parts);
    },
    /** The rest of the file: the objects of jsPDF without the pages' content, and the table of all objects. */
    end(): Uint8Array<ArrayBuffer> {
      const { objects, trailer } = parseObjects(new Uint8Array(doc.output("arraybuffer")));
      const contentIds = new Set(Array.from({ length: takenPages }, (_, index) => contentId(index + 1)));
      const parts = objects.filter(({ id }) => !contentIds.has(id)).map(({ id, bytes }) => appendObject(id, bytes));
      const tableStart = length;
      const rows = Array.from({ length: objects.length }, (_, index) => tableRow(offsets.get(index + 1) ?? 0));
      const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
      return concat([...parts, toBytes(`${table}${trailer}startxref\n${tableStart}\n%%EOF`)]);
    },
  };

  /** Counts the bytes as the next part of the file and returns them. */
  function append(bytes: Uint8Array): Uint8Array {
    length += bytes.length;
    return bytes;
  }

  function appendStreamObject(id: number, body: readonly Uint8Array[]): Uint8Array {
    return appendObject(id, concat([toBytes(`${id} 0 obj\n`), ...body, toBytes("endobj\n")]));
  }

  /** Appends the object and notes where it starts. */
  function appendObject(id: number, bytes: Uint8Array): Uint8Array {
    offsets.set(id, length);
    return append(bytes);
  }
}

const header = toBytes("%PDF-1.3\n%\u00ba\u00df\u00ac\u00e0\n");

/** The object number that jsPDF gives to the content of a page: each page has two objects, after two others. */
function contentId(page: number): number {
  return 2 + 2 * page;
}

/** The drawing instructions of each page, from index 1. jsPDF declares them as numbers. */
export function pageContents(doc: jsPDF): string[][] {
  const pages: unknown = doc.internal.pages;
  return pages as string[][];
}

/** The objects of a file of jsPDF in their order, with the text between their table and `startxref`. */
function parseObjects(file: Uint8Array): { objects: { id: number; bytes: Uint8Array }[]; trailer: string } {
  const end = toText(file.subarray(-64));
  const tableStart = Number(/startxref\n(\d+)\n/.exec(end)?.[1]);
  const table = toText(file.subarray(tableStart));
  const starts = [...table.matchAll(/^(\d{10}) 00000 n $/gm)]
    .map(([, offset], index) => ({ id: index + 1, start: Number(offset) }))
    .toSorted((a, b) => a.start - b.start);
  const objects = starts.map(({ id, start }, index) => ({
    id,
    bytes: file.slice(start, starts[index + 1]?.start ?? tableStart),
  }));
  const trailer = table.slice(table.indexOf("trailer\n"), table.lastIndexOf("startxref"));
  return { objects, trailer };
}

function tableRow(offset: number): string {
  return `${String(offset).padStart(10, "0")} 00000 n \n`;
}

/** One byte per character. */
function toBytes(text: string): Uint8Array {
  return strToU8(text, true);
}

function toText(bytes: Uint8Array): string {
  return strFromU8(bytes, true);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

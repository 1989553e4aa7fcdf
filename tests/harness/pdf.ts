import { inflateSync } from "node:zlib";
import { decodeQR } from "qr/decode.js";
import type { Person } from "./person.ts";

interface PdfContent {
  /** The texts of all pages, one per line. */
  text: string;
  /** The text of the QR code; "" without one. */
  qrText: string;
  pageCount: number;
}

/** A small file that the portal accepts as a PDF. */
export const minimalPdf = Buffer.from("%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n", "latin1");

/** The content of a PDF that the portal sends to the person. Throws for any other response. */
export async function fetchPdf(portalUrl: string, person: Person, path: string): Promise<PdfContent> {
  const headers = { authorization: `Bearer ${await person.token()}` };
  const response = await fetch(`${portalUrl}/api${path}`, { headers });
  if (response.headers.get("content-type") !== "application/pdf") throw new Error(await response.text());
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

/** Reads a PDF made by jsPDF. */
export function readPdf(bytes: Uint8Array): PdfContent {
  const objects = new Map(
    [
      ...Buffer.from(bytes)
        .toString("latin1")
        .matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g),
    ].map(([, id = "", body = ""]) => [id, body]),
  );
  const fonts = readFonts(objects);
  let unicode: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  let qrText = "";
  for (const content of [...objects.values()].map(inflate)) {
    for (const [, font, text] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-f]+)> Tj/gi)) {
      if (font !== undefined) unicode = fonts.get(font) ?? new Map();
      else lines.push((text?.match(/.{4}/g) ?? []).map((glyph) => unicode.get(glyph.toLowerCase()) ?? "").join(""));
    }
    qrText ||= readQrCode(content);
  }
  const pageCount = [...objects.values()].filter((body) => body.includes("/Type /Page\n")).length;
  return { text: lines.join("\n"), qrText, pageCount };
}

/** The characters of the glyphs of each font, by its name in the content. */
function readFonts(objects: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const references = [...objects.values()].flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    references.map(([, name = "", id = ""]) => {
      const [, unicodeId = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
      const pairs = inflate(objects.get(unicodeId) ?? "").matchAll(/<([\da-f]{4})><([\da-f]{4})>/gi);
      return [
        name,
        new Map(
          [...pairs].map(([, glyph = "", hex = ""]) => [glyph.toLowerCase(), String.fromCharCode(parseInt(hex, 16))]),
        ),
      ];
    }),
  );
}

/** The decompressed stream of an object; "" without one. */
function inflate(body: string): string {
  const [, data] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? [];
  if (data === undefined) return "";
  const bytes = Buffer.from(data, "latin1");
  return (body.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

/** The text of the QR code, whose dark modules are one path of rectangles of height 1. */
function readQrCode(content: string): string {
  const [, path = ""] = / cm ((?:\d+ \d+ \d+ 1 re ?)+)f Q/.exec(content) ?? [];
  const runs = [...path.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));
  if (runs.length === 0) return "";
  const borderModules = 4;
  const pixelsPerModule = 4;
  const size = (Math.max(...runs.map(({ y }) => y)) + 1 + 2 * borderModules) * pixelsPerModule;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const { x, y, width } of runs)
    for (let row = (y + borderModules) * pixelsPerModule; row < (y + borderModules + 1) * pixelsPerModule; row++)
      for (
        let column = (x + borderModules) * pixelsPerModule;
        column < (x + borderModules + width) * pixelsPerModule;
        column++
      )
        data.set([0, 0, 0], (row * size + column) * 4);
  return decodeQR({ width: size, height: size, data });
}

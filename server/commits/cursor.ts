/**
 * The cursor of a change stream's resume token: the bytes of its hexadecimal `_data` in base64, which is a third
 * shorter. Its characters are reassigned in the order of ASCII, so that cursors sort as text in the order of the
 * stream.
 */
export function toCursor(token: unknown): string {
  if (typeof token === "object" && token !== null && "_data" in token && typeof token._data === "string")
    return replaceBytes(Buffer.from(token._data, "hex").toString("base64url"), base64UrlToSorted);
  throw new Error("A resume token without _data");
}

/** The resume token of a cursor. The cursor is not checked here: MongoDB rejects the token of an invalid one. */
export function toResumeToken(cursor: string): { _data: string } {
  const bytes = Buffer.from(replaceBytes(cursor, sortedToBase64Url), "base64url");
  return { _data: bytes.toString("hex").toUpperCase() };
}

const base64UrlAlphabet = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const sortedAlphabet = base64UrlAlphabet.toSorted();
const base64UrlToSorted = createTable(base64UrlAlphabet, sortedAlphabet);
const sortedToBase64Url = createTable(sortedAlphabet, base64UrlAlphabet);

function createTable(from: Uint8Array, to: Uint8Array): Uint8Array {
  const table = new Uint8Array(256);
  from.forEach((byte, index) => {
    table[byte] = to[index] ?? 0;
  });
  return table;
}

function replaceBytes(text: string, table: Uint8Array): string {
  const bytes = Buffer.from(text, "latin1");
  return bytes.map((byte) => table[byte] ?? 0).toString();
}

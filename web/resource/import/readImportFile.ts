import { ApiError } from "../../api/request.ts";

/** A file as it was when it was chosen: what becomes of it on the disk meanwhile changes nothing. */
export interface ImportFileContent {
  name: string;
  body: Blob;
}

export const maxFileBytes = 10 * 1024 * 1024;

/** Reads a file into memory. Throws a Problem for one that nobody would take, or that cannot be read. */
export async function readImportFile(file: File): Promise<ImportFileContent> {
  if (file.size > maxFileBytes) throw new ApiError({ status: 413, message: "The file is larger than 10 MB." });
  if (file.size === 0) throw new ApiError({ status: 400, message: "This file is empty." });
  try {
    return { name: file.name, body: new Blob([await file.arrayBuffer()], { type: mimeTypeOf(file.name) }) };
  } catch {
    throw new ApiError({ status: 400, message: "The file could not be read. Choose it again." });
  }
}

/** What the browser says of a CSV depends on what else is installed. */
function mimeTypeOf(name: string): string {
  if (/\.xlsx$/i.test(name)) return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return /\.(csv|tsv|txt)$/i.test(name) ? "text/csv" : "application/octet-stream";
}

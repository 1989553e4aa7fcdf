import { fetchFile } from "../../api/request.ts";
import { isPageRightToLeft } from "../../i18n/t.ts";
import { downloadFile } from "./downloadFile.ts";

interface ServerPdf {
  /** With the extension; the name in the response by default. */
  fileName?: string;
  /** Fill the path of the endpoint. */
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
}

/** Downloads a PDF that the server creates, in the language of the page. Throws an ApiError. */
export async function saveServerPdf({ path }: { path: string }, { fileName, params, query }: ServerPdf): Promise<void> {
  const search = new URLSearchParams({ ...query, lang: isPageRightToLeft() ? "ur" : "en" });
  const { name, bytes } = await fetchFile({ path: `${path}?${search}` }, params);
  downloadFile({ name: fileName ?? name, type: "application/pdf", bytes });
}

import urduRegular from "@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf?url";
import urduBold from "@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf?url";
import latinRegular from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf?url";
import latinBold from "@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf?url";
import { societyDayAt } from "../../../shared/dates.ts";
import type { DocumentFonts, FontFace } from "../../../shared/documents/fonts.ts";
import type { DocumentLocale } from "../../../shared/documents/locale.ts";
import type { DocumentContext, SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { readLetterhead } from "../../../shared/endpoints/society.ts";
import { callEndpoint } from "../../api/request.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { isPageRightToLeft, translateDocumentText } from "../../i18n/t.ts";
import { downloadFile } from "./downloadFile.ts";

type PdfRenderers = typeof import("../../../shared/documents/pdfs.ts");

interface DocumentInput {
  /** With the extension. */
  fileName: string;
  render: (pdfs: PdfRenderers, context: DocumentContext) => Uint8Array<ArrayBuffer>;
}

/** Creates a PDF in the browser, in the current language, and saves it. Throws when it cannot be created. */
export async function saveDocument({ fileName, render }: DocumentInput): Promise<void> {
  const [pdfs, { data }, fonts, locale] = await Promise.all([
    import("../../../shared/documents/pdfs.ts"),
    callEndpoint<{ data: SocietyLetterhead }>(readLetterhead),
    loadFonts(),
    loadDocumentLocale(),
  ]);
  const bytes = render(pdfs, { society: data, fonts, issuedOn: societyDayAt(serverNow()), locale });
  downloadFile({ name: fileName, type: "application/pdf", bytes });
}

/** Loads the locale of documents in Urdu. Undefined for English, the default language of documents. */
export async function loadDocumentLocale(): Promise<DocumentLocale | undefined> {
  if (!isPageRightToLeft()) return undefined;
  const { amountInUrduWords } = await import("../../../shared/documents/amount-in-words-ur.ts");
  return { t: translateDocumentText, isRightToLeft: true, amountInWords: amountInUrduWords };
}

/** Loads the fonts, which the browser caches after the first document. */
async function loadFonts(): Promise<DocumentFonts> {
  const [latin, urdu] = await Promise.all([
    loadFontFace({ regular: latinRegular, bold: latinBold }),
    loadFontFace({ regular: urduRegular, bold: urduBold }),
  ]);
  return { latin, urdu };
}

async function loadFontFace(urls: Readonly<Record<keyof FontFace, string>>): Promise<FontFace> {
  const [regular, bold] = await Promise.all([loadFile(urls.regular), loadFile(urls.bold)]);
  return { regular, bold };
}

async function loadFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

import urduRegular from "@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf?url";
import urduBold from "@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf?url";
import latinRegular from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf?url";
import latinBold from "@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf?url";
import { societyToday } from "../shared/dates.ts";
import { welcome } from "../shared/endpoints/auth.ts";
import type { PaperFace, PaperFonts } from "../shared/paper/fonts.ts";
import type { PaperLanguage } from "../shared/paper/language.ts";
import type { Letterhead } from "../shared/paper/paper.ts";
import { call } from "./lib/request.ts";
import type { Welcome } from "./lib/welcome.ts";
import { saveFile } from "./saveFile.ts";
import { sayPaper, speaksFromRight } from "./sayPaper.ts";

interface PaperInput {
  /** The file's, with its ending. */
  name: string;
  /** Loads what draws the document, and draws it. */
  make: (letterhead: Letterhead) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Saves a document of the society as PDF, in the language of the screens. Throws when it cannot be made. */
export async function savePaper({ name, make }: PaperInput): Promise<void> {
  const [{ data }, fonts, language] = await Promise.all([
    call<{ data: Welcome }>(welcome),
    loadFonts(),
    languageOfPaper(),
  ]);
  const bytes = await make({ society: data.name, fonts, madeOn: societyToday(new Date()), language });
  saveFile({ name, type: "application/pdf", bytes });
}

/** Undefined for English, as documents are by themselves. */
async function languageOfPaper(): Promise<PaperLanguage | undefined> {
  if (!speaksFromRight()) return undefined;
  const { rupeesInUrdu } = await import("../shared/paper/words-urdu.ts");
  return { say: sayPaper, rightToLeft: true, spell: rupeesInUrdu };
}

/** The browser keeps them, so that only the first document waits for them. */
async function loadFonts(): Promise<PaperFonts> {
  const [latin, urdu] = await Promise.all([
    loadFace({ regular: latinRegular, bold: latinBold }),
    loadFace({ regular: urduRegular, bold: urduBold }),
  ]);
  return { latin, urdu };
}

async function loadFace(urls: Readonly<Record<keyof PaperFace, string>>): Promise<PaperFace> {
  const [regular, bold] = await Promise.all([loadFile(urls.regular), loadFile(urls.bold)]);
  return { regular, bold };
}

async function loadFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

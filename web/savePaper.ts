import regularFile from "@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf?url";
import boldFile from "@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf?url";
import { societyToday } from "../shared/dates.ts";
import { welcome } from "../shared/endpoints/auth.ts";
import type { PaperFonts } from "../shared/paper/fonts.ts";
import type { Letterhead } from "../shared/paper/paper.ts";
import { call } from "./lib/request.ts";
import type { Welcome } from "./lib/welcome.ts";
import { saveFile } from "./saveFile.ts";

interface PaperInput {
  /** The file's, with its ending. */
  name: string;
  /** Loads what draws the document, and draws it. */
  make: (letterhead: Letterhead) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Saves a document of the society as PDF. Throws when it cannot be made. */
export async function savePaper({ name, make }: PaperInput): Promise<void> {
  const [{ data }, fonts] = await Promise.all([call<{ data: Welcome }>(welcome), loadFonts()]);
  const bytes = await make({ society: data.name, fonts, madeOn: societyToday(new Date()) });
  saveFile({ name, type: "application/pdf", bytes });
}

/** The browser keeps them, so that only the first document waits for them. */
async function loadFonts(): Promise<PaperFonts> {
  const [regular, bold] = await Promise.all([regularFile, boldFile].map(loadFile));
  if (!regular || !bold) throw new Error("The letters of the document are missing");
  return { regular, bold };
}

async function loadFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

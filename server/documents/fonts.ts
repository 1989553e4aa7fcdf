import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { DocumentFonts, FontFace } from "../../shared/documents/fonts.ts";

const { resolve } = createRequire(import.meta.url);
let fontsPromise: Promise<DocumentFonts> | undefined;

/** The fonts that PDF documents embed, read from the font packages on first use. */
export function loadFonts(): Promise<DocumentFonts> {
  fontsPromise ??= readFonts();
  return fontsPromise;
}

async function readFonts(): Promise<DocumentFonts> {
  const [latin, urdu] = await Promise.all([
    readFace("source-sans-3", "SourceSans3"),
    readFace("noto-naskh-arabic", "NotoNaskhArabic"),
  ]);
  return { latin, urdu };
}

async function readFace(packageName: string, fontName: string): Promise<FontFace> {
  const [regular, bold] = await Promise.all(
    ["400Regular", "700Bold"].map((weight) =>
      readFile(resolve(`@expo-google-fonts/${packageName}/${weight}/${fontName}_${weight}.ttf`)),
    ),
  );
  if (!regular || !bold) throw new Error(`The font ${fontName} is missing`);
  return { regular, bold };
}

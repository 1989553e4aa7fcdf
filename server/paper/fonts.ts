import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { PaperFace, PaperFonts } from "../../shared/paper/fonts.ts";

const { resolve } = createRequire(import.meta.url);
let fonts: Promise<PaperFonts> | undefined;

/** The letters that documents are set in; read once. */
export function paperFonts(): Promise<PaperFonts> {
  fonts ??= readFonts();
  return fonts;
}

async function readFonts(): Promise<PaperFonts> {
  const [latin, urdu] = await Promise.all([
    readFace("source-sans-3", "SourceSans3"),
    readFace("noto-naskh-arabic", "NotoNaskhArabic"),
  ]);
  return { latin, urdu };
}

async function readFace(family: string, name: string): Promise<PaperFace> {
  const [regular, bold] = await Promise.all(
    ["400Regular", "700Bold"].map((weight) =>
      readFile(resolve(`@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`)),
    ),
  );
  if (!regular || !bold) throw new Error(`The letters of ${name} are missing`);
  return { regular, bold };
}

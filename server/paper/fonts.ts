import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { PaperFonts } from "../../shared/paper/fonts.ts";

const family = "@expo-google-fonts/noto-naskh-arabic";
const { resolve } = createRequire(import.meta.url);
let fonts: Promise<PaperFonts> | undefined;

/** The letters that documents are set in; read once. */
export function paperFonts(): Promise<PaperFonts> {
  fonts ??= readFonts();
  return fonts;
}

async function readFonts(): Promise<PaperFonts> {
  const [regular, bold] = await Promise.all([
    readFile(resolve(`${family}/400Regular/NotoNaskhArabic_400Regular.ttf`)),
    readFile(resolve(`${family}/700Bold/NotoNaskhArabic_700Bold.ttf`)),
  ]);
  return { regular, bold };
}

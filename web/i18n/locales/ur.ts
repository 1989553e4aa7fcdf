import { mailTextsUr } from "../../../shared/locales/mail-ur.ts";
import screenTexts from "./ur.json";
import serverTexts from "./ur-server.json";

/** Every text in Urdu by its English text. A translation keeps the `{placeholders}` of its key. */
export const ur = { ...mailTextsUr, ...screenTexts, ...serverTexts };

import { billTextsUr } from "../../../shared/locales/bill-ur.ts";
import { certificateTextsUr } from "../../../shared/locales/certificate-ur.ts";
import { dayCloseTextsUr } from "../../../shared/locales/day-close-ur.ts";
import { mailTextsUr } from "../../../shared/locales/mail-ur.ts";
import screenTexts from "./ur.json";
import serverTexts from "./ur-server.json";

/** Every text in Urdu by its English text. A translation keeps the `{placeholders}` of its key. */
export const ur = {
  ...mailTextsUr,
  ...billTextsUr,
  ...certificateTextsUr,
  ...dayCloseTextsUr,
  ...screenTexts,
  ...serverTexts,
};

import { reloadSocietyInfo } from "../api/societyInfo.ts";
import { useOnChange } from "./useOnChange.ts";

const topics = ["letterhead"];

/** Keeps the society's name and logo on this screen up to date. */
export function useLiveSocietyInfo(): void {
  useOnChange(topics, reloadSocietyInfo);
}

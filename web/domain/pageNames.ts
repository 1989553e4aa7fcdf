import { type PageEntry, pages } from "../../shared/pages.ts";
import { translateName } from "../i18n/t.ts";

/** The page's title after that of the page whose tab it is: "Society Management / Plots". */
export function formatPageTitle({ title, parent }: PageEntry): string {
  const parentPage = pages.find(({ path }) => path === parent);
  return parentPage ? `${translateName(parentPage.title)} / ${translateName(title)}` : translateName(title);
}

/** A built-in action's name in words: "GeneratePaymentPlan" becomes "Generate Payment Plan". */
export function formatActionName(action: string): string {
  const translated = translateName(action);
  return translated === action ? action.replace(/([a-z])([A-Z])/g, "$1 $2") : translated;
}

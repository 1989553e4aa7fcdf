import { type PageEntry, pages } from "../../shared/pages.ts";
import { t, translateName } from "../i18n/t.ts";

/** The page's title; for a tab after the title of its page: "Society Management / Plots". */
export function formatPageTitle({ title, parent }: PageEntry): string {
  const parentPage = pages.find(({ path }) => path === parent);
  return parentPage ? `${translateName(parentPage.title)} / ${translateName(title)}` : translateName(title);
}

/**
 * Translates the name of a built-in action. Without a translation, splits it: "GeneratePaymentPlan" becomes "Generate
 * Payment Plan".
 */
export function formatActionName(action: string): string {
  const translated = translateName(action);
  return translated === action ? action.replace(/([a-z])([A-Z])/g, "$1 $2") : translated;
}

/** Which records a role can see on its pages. */
export function formatScope(scope: "all" | "own"): string {
  return t(scope === "own" ? "Own plots only" : "All plots");
}

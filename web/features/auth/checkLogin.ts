import type { Resolver } from "react-hook-form";
import { showToast } from "../../ui/Toast.tsx";
import type { Credentials } from "./loginRules.ts";

/** Checks what is typed by rules that come while it is typed: the page is there before them, and waits for them when it is sent. */
export const checkLogin: Resolver<Credentials> = async (values, context, options) => {
  const rules = await load().catch(() => undefined);
  if (rules) return rules(values, context, options);
  showToast({ kind: "error", text: "The portal cannot be reached. Check the connection and try again." });
  return { values: {}, errors: { root: { type: "unreachable" } } };
};

/** To be called once the page is there. */
export function fetchLoginRules(): void {
  void load().catch(() => undefined);
}

async function load() {
  return (await import("./loginRules.ts")).loginRules;
}

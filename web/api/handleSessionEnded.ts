import { store } from "../hooks/store.ts";
import { showToast } from "../ui/toast/Toast.tsx";
import { endSession, sessionAtom } from "./session.ts";
import { isDisplayWindow } from "./token.ts";

/** Ends the session here that has ended elsewhere, and tells whoever sits here. */
export function handleSessionEnded(): void {
  const session = store.get(sessionAtom);
  if (session !== null && session !== "loading" && !isDisplayWindow())
    showToast({ kind: "info", text: "You were signed out" });
  endSession();
}

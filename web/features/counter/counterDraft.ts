import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useWindowEvent } from "../../hooks/useWindowEvent.ts";
import { t } from "../../i18n/t.ts";
import type { FormValues } from "../../resource/formValues.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

/** The receipt that is being entered, kept in sessionStorage, so that a reload loses nothing. */
export interface CounterDraft {
  PlotID: number;
  HouseNo: string;
  values: FormValues;
  /** Whether the cashier has chosen the amount; otherwise it follows what is due. */
  hasChosenAmount: boolean;
  /** Idempotency key: the receipt is made once, however often it is sent. */
  key: string;
  /** Sent to the server, whose answer has not come yet. */
  isSending: boolean;
  /** When it was first sent under its key, in ms since 1970, unless the server has refused it since. */
  sentAt?: number | undefined;
}

/** The draft of the signed-in user in this tab, and functions that replace or change it. */
export function useCounterDraft() {
  const storageKey = `counter:${useSession()?.user.UserID ?? 0}`;
  const navigate = useNavigate();
  const [draft, setState] = useState(() => readDraft(storageKey));

  // Only the counter sends the receipt, so a user who leaves before the answer must know.
  const warnOfUnconfirmed = useEvent(() => {
    const unconfirmed = readDraft(storageKey);
    if (!unconfirmed?.isSending) return;
    showToast({
      kind: "error",
      text: t("The receipt of {house} is not saved yet", { house: unconfirmed.HouseNo }),
      detail: t("It is sent while the counter is open"),
      action: { label: t("Counter"), onClick: () => void navigate("/counter") },
    });
  });
  useEffect(() => warnOfUnconfirmed, [warnOfUnconfirmed]);
  useWindowEvent("beforeunload", (event) => {
    if (draft?.isSending) event.preventDefault();
  });

  // The state is always parsed from what is stored, so that a receipt sent again after a reload has the same bytes.
  const setDraft = useEvent((next: CounterDraft | undefined) => {
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next));
    else sessionStorage.removeItem(storageKey);
    setState(readDraft(storageKey));
  });
  const updateDraft = useEvent((changes: Partial<CounterDraft>) => {
    const current = readDraft(storageKey);
    if (current) setDraft({ ...current, ...changes });
  });
  return { draft, setDraft, updateDraft };
}

function readDraft(storageKey: string): CounterDraft | undefined {
  const stored = sessionStorage.getItem(storageKey);
  // Only setDraft writes this entry.
  return stored === null ? undefined : (JSON.parse(stored) as CounterDraft);
}

import { useEffect, useState } from "react";
import { onIdentityRequired } from "../../api/request.ts";
import { useLazyModule } from "../../ui/useLazyModule.ts";

/** Asks for a code of the second factor when the server requires one for a request. Requests that wait share a code. */
export function IdentityConfirmation() {
  const [waiting, setWaiting] = useState<readonly ((isConfirmed: boolean) => void)[]>([]);
  const { module: IdentityDialog, load } = useLazyModule(importIdentityDialog);

  useEffect(() => {
    onIdentityRequired(() => {
      void load();
      return new Promise<boolean>((resolve) => setWaiting((current) => [...current, resolve]));
    });
  }, [load]);

  function handleSettled(isConfirmed: boolean) {
    for (const resolve of waiting) resolve(isConfirmed);
    setWaiting([]);
  }

  return IdentityDialog && waiting.length > 0 && <IdentityDialog onSettled={handleSettled} />;
}

async function importIdentityDialog() {
  return (await import("./IdentityDialog.tsx")).IdentityDialog;
}

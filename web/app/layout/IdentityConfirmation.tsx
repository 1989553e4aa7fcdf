import { useEffect, useState } from "react";
import { onIdentityRequired } from "../../api/request.ts";
import { useLazyModule } from "../../ui/useLazyModule.ts";

/** Asks for a code of the second factor when the server requires one. One code confirms all waiting requests. */
export function IdentityConfirmation() {
  const [resolvers, setResolvers] = useState<readonly ((isConfirmed: boolean) => void)[]>([]);
  const { module: IdentityDialog, load } = useLazyModule(importIdentityDialog);

  useEffect(() => {
    onIdentityRequired(async () => {
      if (!(await load())) return false;
      return new Promise<boolean>((resolve) => setResolvers((current) => [...current, resolve]));
    });
  }, [load]);

  function handleSettled(isConfirmed: boolean) {
    for (const resolve of resolvers) resolve(isConfirmed);
    setResolvers([]);
  }

  return IdentityDialog && resolvers.length > 0 && <IdentityDialog onSettled={handleSettled} />;
}

async function importIdentityDialog() {
  return (await import("./IdentityDialog.tsx")).IdentityDialog;
}

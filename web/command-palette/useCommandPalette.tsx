import { type ReactNode, useState } from "react";
import { useShortcut } from "../hooks/useShortcut.ts";
import { useLazyModule } from "../ui/useLazyModule.ts";
import type { CommandPalette } from "./CommandPalette.tsx";
import type { ShortcutsDialog } from "./ShortcutsDialog.tsx";

interface PaletteModules {
  CommandPalette: typeof CommandPalette;
  ShortcutsDialog: typeof ShortcutsDialog;
}

type OpenDialog = "palette" | "shortcuts";

/** The palette and the list of shortcuts, by their keys and by call; their code comes when one is opened first. `dialogs` is to be shown. */
export function useCommandPalette({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const { part: parts, load: bring } = useLazyModule(loadModules);
  const [opened, setOpened] = useState<OpenDialog>();

  async function open(which: OpenDialog) {
    if (await bring()) setOpened(which);
  }

  function handlePalette() {
    void open("palette");
  }

  function handleShortcuts() {
    void open("shortcuts");
  }

  useShortcut("mod+k", handlePalette);
  useShortcut("mod+b", onToggleSidebar);
  useShortcut("?", handleShortcuts);

  const dialogs: ReactNode = parts && (
    <>
      <parts.CommandPalette
        open={opened === "palette"}
        onOpenChange={(next) => setOpened(next ? "palette" : undefined)}
        onToggleSidebar={onToggleSidebar}
        onShortcuts={handleShortcuts}
      />
      <parts.ShortcutsDialog
        open={opened === "shortcuts"}
        onOpenChange={(next) => setOpened(next ? "shortcuts" : undefined)}
      />
    </>
  );
  return { dialogs, openPalette: handlePalette, openShortcuts: handleShortcuts };
}

async function loadModules(): Promise<PaletteModules> {
  const [{ CommandPalette }, { ShortcutsDialog }] = await Promise.all([
    import("./CommandPalette.tsx"),
    import("./ShortcutsDialog.tsx"),
  ]);
  return { CommandPalette, ShortcutsDialog };
}

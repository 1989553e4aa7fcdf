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

/** The command palette and the list of shortcuts; loaded on first use. The caller renders `dialogs`. */
export function useCommandPalette({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const { module: components, load } = useLazyModule(loadModules);
  const [opened, setOpened] = useState<OpenDialog>();

  async function open(which: OpenDialog) {
    if (await load()) setOpened(which);
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

  const dialogs: ReactNode = components && (
    <>
      <components.CommandPalette
        open={opened === "palette"}
        onOpenChange={(next) => setOpened(next ? "palette" : undefined)}
        onToggleSidebar={onToggleSidebar}
        onShortcuts={handleShortcuts}
      />
      <components.ShortcutsDialog
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

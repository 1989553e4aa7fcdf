import { type ReactNode, useEffect, useState } from "react";
import { useMatch } from "react-router-dom";
import { holdTyping } from "../hooks/holdTyping.ts";
import { storeRecentHouse } from "../hooks/preferences.ts";
import { useShortcut } from "../hooks/useShortcut.ts";
import { waitUntilIdle } from "../hooks/waitUntilIdle.ts";
import { useLazyModule } from "../ui/useLazyModule.ts";
import type { CommandPalette } from "./CommandPalette.tsx";
import type { ShortcutsDialog } from "./ShortcutsDialog.tsx";

interface PaletteModules {
  CommandPalette: typeof CommandPalette;
  ShortcutsDialog: typeof ShortcutsDialog;
}

type OpenDialog = "palette" | "shortcuts";

/**
 * These keys have an effect in the palette, so they are passed on when they were pressed before it was loaded: an arrow
 * opens the actions of a house, Enter opens the selected item.
 */
const paletteEndKeys = ["ArrowLeft", "ArrowRight", "Enter"];

/**
 * The command palette and the list of shortcuts, whose code is loaded after the first screen. Shortcuts and the
 * returned functions open them; the caller renders `dialogs`. Also handles the shortcut of the sidebar, and stores
 * which houses were opened.
 */
export function useCommandPalette({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const { module: components, load, preload } = useLazyModule(loadModules);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const houseNo = useMatch("/house/:HouseNo")?.params.HouseNo;
  useEffect(() => {
    if (houseNo !== undefined) storeRecentHouse(houseNo);
  }, [houseNo]);

  useEffect(() => void waitUntilIdle().then(preload), [preload]);

  async function open(dialog: OpenDialog) {
    // Without waiting where the code is loaded, so that the next key goes to the opened dialog.
    if (components) return setOpenDialog(dialog);
    let isCancelled = false;
    const onCancel = () => {
      isCancelled = true;
    };
    const release = dialog === "palette" ? holdTyping({ onCancel, endKeys: paletteEndKeys }) : undefined;
    const isLoaded = await load();
    if (!isLoaded) release?.();
    else if (!isCancelled) setOpenDialog(dialog);
  }

  function openPalette() {
    void open("palette");
  }

  function openShortcuts() {
    void open("shortcuts");
  }

  useShortcut("mod+k", openPalette);
  useShortcut("mod+b", onToggleSidebar);
  useShortcut("?", openShortcuts);

  const dialogs: ReactNode = components && (
    <>
      <components.CommandPalette
        open={openDialog === "palette"}
        onOpenChange={(isOpen) => setOpenDialog(isOpen ? "palette" : undefined)}
        onToggleSidebar={onToggleSidebar}
        onShortcuts={openShortcuts}
      />
      <components.ShortcutsDialog
        open={openDialog === "shortcuts"}
        onOpenChange={(isOpen) => setOpenDialog(isOpen ? "shortcuts" : undefined)}
      />
    </>
  );
  return { dialogs, openPalette, openShortcuts };
}

async function loadModules(): Promise<PaletteModules> {
  const [{ CommandPalette }, { ShortcutsDialog }] = await Promise.all([
    import("./CommandPalette.tsx"),
    import("./ShortcutsDialog.tsx"),
  ]);
  return { CommandPalette, ShortcutsDialog };
}

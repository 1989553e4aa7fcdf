import { type ReactNode, useState } from "react";
import { useShortcut } from "./lib/useShortcut.ts";
import type { Palette } from "./palette/Palette.tsx";
import type { Shortcuts } from "./palette/Shortcuts.tsx";
import { useOnDemand } from "./ui/useOnDemand.ts";

interface Parts {
  Palette: typeof Palette;
  Shortcuts: typeof Shortcuts;
}

type Opened = "palette" | "shortcuts";

/** The palette and the list of shortcuts, by their keys and by call; their code comes when one is opened first. `dialogs` is to be shown. */
export function usePalette({ onFold }: { onFold: () => void }) {
  const { part: parts, bring } = useOnDemand(load);
  const [opened, setOpened] = useState<Opened>();

  async function open(which: Opened) {
    if (await bring()) setOpened(which);
  }

  function handlePalette() {
    void open("palette");
  }

  function handleShortcuts() {
    void open("shortcuts");
  }

  useShortcut("mod+k", handlePalette);
  useShortcut("mod+b", onFold);
  useShortcut("?", handleShortcuts);

  const dialogs: ReactNode = parts && (
    <>
      <parts.Palette
        open={opened === "palette"}
        onOpenChange={(next) => setOpened(next ? "palette" : undefined)}
        onFold={onFold}
        onShortcuts={handleShortcuts}
      />
      <parts.Shortcuts
        open={opened === "shortcuts"}
        onOpenChange={(next) => setOpened(next ? "shortcuts" : undefined)}
      />
    </>
  );
  return { dialogs, openPalette: handlePalette, openShortcuts: handleShortcuts };
}

async function load(): Promise<Parts> {
  const [{ Palette }, { Shortcuts }] = await Promise.all([
    import("./palette/Palette.tsx"),
    import("./palette/Shortcuts.tsx"),
  ]);
  return { Palette, Shortcuts };
}

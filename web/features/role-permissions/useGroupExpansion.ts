import { useCallback, useState } from "react";

/** The props of a GroupedTable that expand and collapse its groups. */
export function useGroupExpansion({ initiallyExpanded }: { initiallyExpanded: boolean }) {
  const [toggledKeys, setToggledKeys] = useState<ReadonlySet<string>>(new Set());
  const isGroupExpanded = useCallback(
    (key: string) => toggledKeys.has(key) !== initiallyExpanded,
    [toggledKeys, initiallyExpanded],
  );

  function handleToggle(key: string) {
    const next = new Set(toggledKeys);
    if (!next.delete(key)) next.add(key);
    setToggledKeys(next);
  }

  return { isGroupExpanded, onToggle: handleToggle };
}

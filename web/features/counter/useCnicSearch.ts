import { useEffect, useState } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { ownership } from "../../../shared/resources/ownership.ts";
import { cnicGuard } from "../../../shared/resources/plot.ts";
import { request } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";

const noPlotIDs: ReadonlySet<number> = new Set();

/**
 * The PlotIDs of the houses whose current owner has this CNIC, typed with or without dashes. Empty for any other text
 * and for users who may not see CNICs.
 */
export function useCnicSearch(text: string): ReadonlySet<number> {
  const canSee = useCan(cnicGuard.page, cnicGuard.flag);
  const digits = text.replace(/[-\s]/g, "");
  const cnic = canSee && /^\d{13}$/.test(digits) ? digits.replace(/^(\d{5})(\d{7})(\d)$/, "$1-$2-$3") : "";
  const [result, setResult] = useState({ cnic: "", PlotIDs: noPlotIDs });
  useEffect(() => {
    if (cnic === "") return;
    const controller = new AbortController();
    const path = `/${ownership.name}?${new URLSearchParams({ CNIC: cnic })}`;
    request<{ data: RecordOf<typeof ownership>[] }>({ method: "get", path, signal: controller.signal })
      .then(({ data }) => {
        const current = data.filter(({ To }) => To === null);
        setResult({ cnic, PlotIDs: new Set(current.map(({ PlotID }) => PlotID)) });
      })
      // A failed search finds nothing.
      .catch(() => undefined);
    return () => controller.abort();
  }, [cnic]);
  return cnic !== "" && result.cnic === cnic ? result.PlotIDs : noPlotIDs;
}

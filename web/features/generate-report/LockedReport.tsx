import { monthKey } from "../../../shared/dates.ts";
import { sumRupees } from "../../../shared/money.ts";
import { saveLockedReport } from "../../domain/lockedReport.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Money } from "../../ui/text/Money.tsx";
import type { GeneratedReport } from "./useReport.ts";

/**
 * A notice above the report of a locked month: who locked it and when, a button for the report as of then, and what has
 * been received since. Renders nothing for other months.
 */
export function LockedReport({ report }: { report: GeneratedReport }) {
  const { kept, total } = report;
  if (!kept) return null;
  const receivedLater = sumRupees([total.received, -kept.total.received]);
  return (
    <Callout
      title={t("This month is locked: {name} locked it at {moment}", {
        name: kept.By,
        moment: formatTimestamp(kept.At),
      })}
      actions={
        <ExportButton icon="file-text" exportFile={() => saveLockedReport(monthKey(report))}>
          {t("Report as locked (PDF)")}
        </ExportButton>
      }
    >
      {receivedLater === 0 ? (
        t("Nothing has changed since then.")
      ) : (
        <Trans
          text="Received since then: {amount}. The figures below include it."
          with={{ amount: <Money rupees={receivedLater} decimals={0} showCurrency strong /> }}
        />
      )}
    </Callout>
  );
}

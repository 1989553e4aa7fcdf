import { useCallback, useMemo, useState } from "react";
import { monthOf } from "../../../shared/dates.ts";
import { lockedReportPdf, lockMonthsThrough, unlockMonthsFrom } from "../../../shared/endpoints/month-lock.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { monthReport } from "../../../shared/resources/month-report.ts";
import { useCanCall } from "../../api/session.ts";
import { saveLockedReport } from "../../domain/lockedReport.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { formatTimestamp, monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { instantColumn } from "../../resource/columns.tsx";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { readOnly, useResourceList } from "../../resource/useResourceList.ts";
import { Badge } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { PageAction } from "../../ui/layout/Page.tsx";
import type { Column, RowAction } from "../../ui/table/tableTypes.ts";
import { LockDialog } from "./LockDialog.tsx";
import { UnlockDialog } from "./UnlockDialog.tsx";

type LockedMonth = RecordOf<typeof monthReport>;

/** The last locked month, and every month that was ever locked, with its report. */
export function MonthLockScreen() {
  const { lock } = useMonthLock();
  const months = useResource(monthReport);
  const columns = useMemo(buildColumns, []);
  const list = useResourceList<LockedMonth>({
    resource: monthReport,
    source: { ...months, can: readOnly },
    defaultSort: "-Month",
    getName: nameOf,
  });
  const [isLocking, setIsLocking] = useState(false);
  const [monthToUnlock, setMonthToUnlock] = useState<string>();
  const canLock = useCanCall(lockMonthsThrough);
  const canUnlock = useCanCall(unlockMonthsFrom);
  const canReadReports = useCanCall(lockedReportPdf);
  const createExportAction = useExportAction();
  const isMobile = useIsMobile();
  const { LockedThrough, By, At } = lock;
  const status =
    LockedThrough === null
      ? t("No month is locked")
      : t("Locked: all months up to {month}", { month: monthYearText(monthOf(LockedThrough)) });
  const purpose = t("Lock a month once it is over and checked, so that nobody changes it by mistake.");

  const getRowActions = useCallback(
    (row: LockedMonth): readonly RowAction[] => {
      if (row.UnlockedAt !== null) return [];
      const month = nameOf(row);
      const pdf = createExportAction({
        label: t("Locked report of {month} (PDF)", { month }),
        exportFile: () => saveLockedReport(row.Month),
      });
      const unlock: RowAction = {
        key: "unlock",
        icon: "lock-open",
        label: t("Unlock {month}", { month }),
        danger: true,
        onPress: () => setMonthToUnlock(row.Month),
      };
      return [...(canReadReports ? [pdf] : []), ...(canUnlock ? [unlock] : [])];
    },
    [canReadReports, canUnlock, createExportAction],
  );

  return (
    <ResourceList
      list={list}
      title={t("Month Lock")}
      nouns={[t("locked month"), t("locked months")]}
      header={
        !isMobile && (
          <Callout title={status}>
            {LockedThrough !== null && At !== null
              ? t("{name} locked it at {moment}. What is dated in these months can no longer be changed.", {
                  name: By ?? "",
                  moment: formatTimestamp(At),
                })
              : purpose}
          </Callout>
        )
      }
      actions={
        canLock && (
          <PageAction>
            <Button variant="primary" icon="lock" onClick={() => setIsLocking(true)}>
              {t("Lock Month")}
            </Button>
          </PageAction>
        )
      }
      columns={columns}
      tableProps={{
        rowActions: canReadReports || canUnlock ? getRowActions : undefined,
        maxActions: Number(canReadReports) + Number(canUnlock),
      }}
      empty={{
        title: t("No locked months yet."),
        text: isMobile ? purpose : t("The report of each locked month is saved here and does not change."),
      }}
      footer={isMobile && status}
    >
      {isLocking && <LockDialog onClose={() => setIsLocking(false)} />}
      {monthToUnlock && <UnlockDialog month={monthToUnlock} onClose={() => setMonthToUnlock(undefined)} />}
    </ResourceList>
  );
}

function nameOf({ Month }: LockedMonth): string {
  return monthYearText(monthOf(Month));
}

function buildColumns(): readonly Column<LockedMonth>[] {
  return [
    {
      key: "Month",
      title: t("Month"),
      width: 16,
      mobileSlot: "title",
      sortValue: ({ Month }) => Month,
      render: nameOf,
    },
    {
      key: "UnlockedAt",
      title: t("State"),
      width: 12,
      mobileSlot: "sub",
      sortValue: ({ UnlockedAt }) => UnlockedAt ?? "",
      render: ({ UnlockedAt }) => (
        <Badge tone={UnlockedAt === null ? "good" : "neutral"}>
          {UnlockedAt === null ? t("Locked") : t("Unlocked")}
        </Badge>
      ),
    },
    instantColumn({ key: "LockedAt", title: t("Locked at"), width: 18, showsRowState: true, mobileSlot: "meta" }),
    {
      key: "LockedBy",
      title: t("Locked by"),
      width: 16,
      mobileSlot: "meta",
      sortValue: ({ LockedBy }) => LockedBy,
      render: ({ LockedBy }) => <bdi>{LockedBy}</bdi>,
    },
    {
      key: "UnlockReason",
      title: t("Unlocked because"),
      width: 30,
      grow: 1,
      mobileSlot: "hidden",
      sortValue: ({ UnlockReason }) => UnlockReason ?? "",
      render: ({ UnlockedAt, UnlockedBy, UnlockReason }) =>
        UnlockedAt === null ? (
          "—"
        ) : (
          <bdi>
            {UnlockReason} ({t("{name}, {time}", { name: UnlockedBy ?? "", time: formatTimestamp(UnlockedAt) })})
          </bdi>
        ),
    },
  ];
}

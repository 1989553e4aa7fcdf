import { useCallback, useMemo, useState } from "react";
import { formatDay } from "../../../shared/dates.ts";
import { type DayCloseDocument, dayCloseFileName, dayCloseSpreadsheet } from "../../../shared/documents/day-close.ts";
import { dayClosePdf } from "../../../shared/endpoints/day-close.ts";
import { dayClose } from "../../../shared/resources/day-close.ts";
import { useYearParam } from "../../domain/periodFilters.tsx";
import { t, translateDocumentText } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { amountColumn, computedAmountColumn, dayColumn, instantColumn, textColumn } from "../../resource/columns.tsx";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import { saveServerPdf } from "../../resource/export/saveServerPdf.ts";
import { saveSpreadsheet } from "../../resource/export/saveSpreadsheet.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { readOnly, useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { PageAction } from "../../ui/layout/Page.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { CloseDayDialog } from "./CloseDayDialog.tsx";
import { DaySheetDialog } from "./DaySheetDialog.tsx";
import { DrawerFilters, drawerFilterParams } from "./DrawerFilters.tsx";

/** The sheets of the closed days of a year, newest first, each as PDF and Excel. */
export function DayCloseList() {
  const year = useYearParam();
  const closes = useResource(dayClose, { year });
  const [isClosing, setIsClosing] = useState(false);
  const [openedId, setOpenedId] = useState<number>();
  const createExportAction = useExportAction();
  const columns = useMemo(buildColumns, []);
  const list = useResourceList<DayCloseDocument>({
    resource: dayClose,
    source: { ...closes, can: readOnly },
    defaultSort: "-Date",
    filterParams: drawerFilterParams,
    getName: nameOf,
  });
  const getRowActions = useCallback(
    (row: DayCloseDocument) => [
      createExportAction({
        label: t("Sheet of {day} (PDF)", { day: nameOf(row) }),
        exportFile: () => saveSheetPdf(row),
      }),
      createExportAction({
        key: "xlsx",
        icon: "sheet",
        label: t("Sheet of {day} (Excel)", { day: nameOf(row) }),
        exportFile: () => saveSheetSpreadsheet(row),
      }),
    ],
    [createExportAction],
  );
  const opened = closes.rows.find(({ DayCloseID }) => DayCloseID === openedId);
  return (
    <ResourceList
      list={list}
      title={t("Drawers")}
      label={t("Day closes")}
      nouns={[t("day close"), t("day closes")]}
      filters={<DrawerFilters />}
      columns={columns}
      exportMenu={{ fileName: "day-closes" }}
      actions={
        closes.can.create && (
          <PageAction>
            <Button variant="primary" onClick={() => setIsClosing(true)}>
              {t("Close day")}
            </Button>
          </PageAction>
        )
      }
      tableProps={{
        onOpen: ({ DayCloseID }) => setOpenedId(DayCloseID),
        rowActions: getRowActions,
        maxActions: 2,
      }}
      empty={{
        title: t("No closed days in this year."),
        text: t("When all drawers are counted, close the day. Its sheet does not change afterwards."),
      }}
    >
      {isClosing && <CloseDayDialog onClose={() => setIsClosing(false)} />}
      {opened && <DaySheetDialog sheet={opened} onClose={() => setOpenedId(undefined)} />}
    </ResourceList>
  );
}

function nameOf({ Date: date }: Pick<DayCloseDocument, "Date">): string {
  return formatDay(date);
}

function saveSheetPdf(sheet: DayCloseDocument): Promise<void> {
  const params = { DayCloseID: sheet.DayCloseID };
  return saveServerPdf(dayClosePdf, { fileName: `${dayCloseFileName(sheet)}.pdf`, params });
}

function saveSheetSpreadsheet(sheet: DayCloseDocument): Promise<void> {
  return saveSpreadsheet({
    format: "xlsx",
    fileName: dayCloseFileName(sheet),
    sheet: dayCloseSpreadsheet(sheet, translateDocumentText),
  });
}

function buildColumns(): readonly Column<DayCloseDocument>[] {
  const methodColumn = (method: "Cash" | "Cheque", title: string) =>
    computedAmountColumn<DayCloseDocument>(
      { key: method, title, width: 17, mobileSlot: "hidden" },
      ({ ByMethod }) => ByMethod[method],
    );
  return [
    dayColumn({ key: "Date", title: t("Day"), width: 11, mobileSlot: "title" }),
    instantColumn({ key: "ClosedAt", title: t("Closed"), width: 16, showsRowState: true, mobileSlot: "meta" }),
    textColumn({ key: "ClosedBy", title: t("Closed by"), width: 12, grow: 1, mobileSlot: "sub" }),
    methodColumn("Cash", t("Cash received, Rs")),
    methodColumn("Cheque", t("Cheques received, Rs")),
    amountColumn({ key: "Expected", title: t("Expected, Rs"), width: 13, mobileSlot: "hidden" }),
    amountColumn({ key: "Counted", title: t("Counted, Rs"), width: 13, mobileSlot: "amount" }),
    amountColumn({ key: "Difference", title: t("Difference, Rs"), width: 13, mobileSlot: "hidden" }),
  ];
}

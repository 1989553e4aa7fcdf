import { useCallback, useMemo, useState } from "react";
import { drawer, superviseDrawersGuard } from "../../../shared/resources/drawer.ts";
import { useCan, useSession } from "../../api/session.ts";
import { CloseDrawerDialog } from "../../domain/drawers/CloseDrawerDialog.tsx";
import { OpenDrawerDialog } from "../../domain/drawers/OpenDrawerDialog.tsx";
import { type DrawerRecord, useOwnDrawer } from "../../domain/drawers/useOwnDrawer.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { readOnly, useResourceList } from "../../resource/useResourceList.ts";
import { useRowDialog } from "../../resource/useRowDialog.ts";
import { Button } from "../../ui/button/Button.tsx";
import { PageAction } from "../../ui/layout/Page.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { DayCloseList } from "./DayCloseList.tsx";
import { DrawerDialog } from "./DrawerDialog.tsx";
import { DrawerFilters, drawerFilterParams, useDrawerFilters } from "./DrawerFilters.tsx";
import { buildDrawerColumns } from "./drawerColumns.tsx";

type DialogMode = "view" | "close" | "handover";

/** The drawers of all cashiers, with what is expected in them at present, and the closed days. */
export function DrawersScreen() {
  const { shown } = useDrawerFilters();
  return shown === "days" ? <DayCloseList /> : <DrawerList />;
}

/** The open drawers, or all of a year. */
function DrawerList() {
  const { shown, year } = useDrawerFilters();
  const showsOpenDrawersOnly = shown === "open";
  const drawers = useResource(drawer, showsOpenDrawersOnly ? { IsClosed: 0 } : { year });
  /** Null if the user may have a drawer, but has none open; undefined while loading and if they may not have one. */
  const ownDrawer = useOwnDrawer();
  const [isOpenDrawerDialogShown, setIsOpenDrawerDialogShown] = useState(false);
  const { dialog, open, close } = useRowDialog<DrawerRecord, DialogMode>(drawer, drawers);
  const canClose = useCanClose();
  const columns = useMemo(
    () => buildDrawerColumns({ withCountColumns: !showsOpenDrawersOnly }),
    [showsOpenDrawersOnly],
  );
  const list = useResourceList<DrawerRecord>({
    resource: drawer,
    source: { ...drawers, can: readOnly },
    defaultSort: "-OpenedAt",
    filterParams: drawerFilterParams,
    getName: ({ Cashier }) => Cashier,
  });
  const handleOpen = useCallback((row: DrawerRecord) => open(row, "view"), [open]);
  const getRowActions = useCallback(
    (row: DrawerRecord): readonly RowAction[] =>
      canClose(row)
        ? [
            {
              key: "close",
              icon: "lock",
              label: t("Close the drawer of {name}", { name: row.Cashier }),
              onPress: () => open(row, "close"),
            },
            {
              key: "handover",
              icon: "user-check",
              label: t("Hand over the drawer of {name}", { name: row.Cashier }),
              onPress: () => open(row, "handover"),
            },
          ]
        : [],
    [open, canClose],
  );

  return (
    <ResourceList
      list={list}
      title={t("Drawers")}
      nouns={[t("drawer"), t("drawers")]}
      filters={<DrawerFilters openCount={showsOpenDrawersOnly ? drawers.rows.length : undefined} />}
      columns={columns}
      exportMenu={{ fileName: "drawers" }}
      actions={
        ownDrawer === null && (
          <PageAction>
            <Button variant="primary" onClick={() => setIsOpenDrawerDialogShown(true)}>
              {t("Open drawer")}
            </Button>
          </PageAction>
        )
      }
      tableProps={{ onOpen: handleOpen, rowActions: getRowActions, maxActions: 2 }}
      empty={{
        title: showsOpenDrawersOnly ? t("No drawer is open.") : t("No drawers in this year."),
        text: t("A cashier opens a drawer with its float at the counter, and counts it at the end."),
      }}
    >
      {isOpenDrawerDialogShown && <OpenDrawerDialog onClose={() => setIsOpenDrawerDialogShown(false)} />}
      {dialog?.mode === "view" && (
        <DrawerDialog drawer={dialog.row} wasClosedMeanwhile={dialog.hasRowLeftList} onClose={close} />
      )}
      {dialog && dialog.mode !== "view" && (
        <CloseDrawerDialog
          drawer={dialog.row}
          isClosed={dialog.hasRowLeftList || dialog.row.IsClosed === 1}
          isHandover={dialog.mode === "handover"}
          onClose={close}
        />
      )}
    </ResourceList>
  );
}

/** Whether the user may close a drawer: it is open, and their own or they supervise all. */
function useCanClose(): (row: DrawerRecord) => boolean {
  const canHaveDrawer = useCan(drawer.guards.create.page, drawer.guards.create.flag);
  const canSupervise = useCan(superviseDrawersGuard.page, superviseDrawersGuard.flag);
  const userId = useSession()?.user.UserID;
  return useCallback(
    ({ IsClosed, UserID }) => IsClosed === 0 && canHaveDrawer && (canSupervise || UserID === userId),
    [canHaveDrawer, canSupervise, userId],
  );
}

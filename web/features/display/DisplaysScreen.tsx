import { useCallback, useEffect, useMemo, useState } from "react";
import { createDisplay, displayStatus } from "../../../shared/endpoints/wall.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { display } from "../../../shared/resources/display.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanCall } from "../../api/useCanCall.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { textColumn } from "../../resource/columns.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { AddButton } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column, RowAction } from "../../ui/table/tableTypes.ts";
import { AddDisplayDialog } from "./AddDisplayDialog.tsx";

type DisplayRecord = RecordOf<typeof display>;

/** Registered wall displays and when each was last connected. */
export function DisplaysScreen() {
  const source = useResource(display);
  const list = useResourceList<DisplayRecord>({ resource: display, source, defaultSort: "DisplayName" });
  const { askDelete, deleting } = list.editor;
  const canAdd = useCanCall(createDisplay);
  const lastSeen = useDisplayLastSeen(source.rows);
  const [addDialog, setAddDialog] = useState({ open: false, key: 0 });
  const columns = useMemo(() => buildColumns(lastSeen), [lastSeen]);
  const handleAdd = useEvent(() => setAddDialog(({ key }) => ({ open: true, key: key + 1 })));
  const getRowActions = useCallback(
    (record: DisplayRecord): readonly RowAction[] => [
      {
        key: "delete",
        label: t("Switch off {name}", { name: record.DisplayName }),
        icon: "trash",
        danger: true,
        onPress: () => askDelete(record),
      },
    ],
    [askDelete],
  );
  useShortcut("n", handleAdd, canAdd);

  const addLabel = t("Add Display");
  const onAdd = canAdd ? handleAdd : undefined;
  return (
    <TabContent title={t("Displays")}>
      <Toolbar label={t("Displays")} end={<AddButton label={addLabel} onAdd={onAdd} />}>
        {t("A display shows the society's figures without names or addresses.")}
      </Toolbar>
      <Table
        {...list.tableProps}
        label={t("Displays")}
        columns={columns}
        rowActions={source.can.remove ? getRowActions : undefined}
        empty={
          <ResourceEmptyState
            {...list.emptyStateProps}
            title={t("No displays yet.")}
            text={t("A display's link shows the figures on any screen.")}
            addLabel={addLabel}
            onAdd={onAdd}
          />
        }
        footer={
          <ResourceFooter
            {...list.footerProps}
            nouns={[t("display"), t("displays")]}
            can={{ create: canAdd, update: false }}
          />
        }
      />
      <AddDisplayDialog
        key={addDialog.key}
        open={addDialog.open}
        onClose={() => setAddDialog(({ key }) => ({ open: false, key }))}
      />
      {deleting && (
        <ResourceDeleteDialog
          editor={list.editor}
          title={t("Switch off {name}?", { name: deleting.record.DisplayName })}
          text={t("The screen stops showing figures at once, and the link no longer works.")}
        />
      )}
    </TabContent>
  );
}

function buildColumns(lastSeen: ReadonlyMap<number, string | null>): readonly Column<DisplayRecord>[] {
  const renderDateTime = (instant: string | null | undefined) => (
    <bdi dir="ltr">{instant ? formatIsoDateTime(instant) : "—"}</bdi>
  );
  return [
    textColumn({ key: "DisplayName", title: t("Name"), width: 24, grow: 1, mobileSlot: "title" }),
    textColumn({ key: "MadeBy", title: t("Created by"), width: 18, grow: 1, mobileSlot: "sub" }),
    {
      key: "CreatedAt",
      title: t("Created on"),
      width: 18,
      mobileSlot: "hidden",
      render: ({ CreatedAt }) => renderDateTime(CreatedAt),
      sortValue: ({ CreatedAt }) => CreatedAt,
    },
    {
      key: "LastSeenAt",
      title: t("Last seen"),
      width: 18,
      mobileSlot: "meta",
      render: ({ DisplayID }) => renderDateTime(lastSeen.get(DisplayID)),
      sortValue: ({ DisplayID }) => lastSeen.get(DisplayID),
    },
  ];
}

const pollIntervalMs = 60_000;

/** When each display was last connected (UTC), by id. Polled, because a connection changes no record. */
function useDisplayLastSeen(displays: readonly object[]): ReadonlyMap<number, string | null> {
  const [lastSeen, setLastSeen] = useState<ReadonlyMap<number, string | null>>(new Map());
  useEffect(() => {
    if (displays.length === 0) return;
    let cancelled = false;
    async function poll() {
      try {
        const { data } = await callEndpoint<{ data: { DisplayID: number; LastSeenAt: string | null }[] }>(
          displayStatus,
        );
        if (!cancelled) setLastSeen(new Map(data.map(({ DisplayID, LastSeenAt }) => [DisplayID, LastSeenAt])));
      } catch {
        // Keep the last values until the next poll.
      }
    }
    void poll();
    const timer = setInterval(() => void poll(), pollIntervalMs);
    return () => {
      cancelled = true;
      clearInterval(timer);
    };
  }, [displays]);
  return lastSeen;
}

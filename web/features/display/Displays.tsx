import { useEffect, useMemo, useState } from "react";
import { createDisplay, displayStatus } from "../../../shared/endpoints/wall.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { display } from "../../../shared/resources/display.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanCall } from "../../api/useCanCall.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { textColumn } from "../../resource/columns.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Button } from "../../ui/button/Button.tsx";
import { PageAction } from "../../ui/layout/PageAction.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column, RowAction } from "../../ui/table/tableTypes.ts";
import { AddDisplayDialog } from "./AddDisplayDialog.tsx";

type DisplayRecord = RecordOf<typeof display>;

/** The screens on the wall: whose link is out, and when each was last there. */
export function Displays() {
  const list = useResource(display);
  const { rows, can, status, error } = list;
  const mayAdd = useCanCall(createDisplay);
  const seen = useDisplayLastSeen(rows);
  const [sort, setSort] = useUrlState("sort", "DisplayName");
  const [adding, setAdding] = useState({ open: false, serial: 0 });
  const editor = useResourceEditor({ resource: display, mutations: list, defaultValues: noFormValues });
  const { deleting, askDelete: handleAsk } = editor;
  const columns = useMemo(() => buildColumns(seen), [seen]);
  const handleAdd = useEvent(() => setAdding(({ serial }) => ({ open: true, serial: serial + 1 })));
  const rowActions = useMemo(
    () =>
      can.remove
        ? (record: DisplayRecord): readonly RowAction[] => [
            {
              key: "delete",
              label: t("Switch off {name}", { name: record.DisplayName }),
              icon: "trash",
              danger: true,
              onPress: () => handleAsk(record),
            },
          ]
        : undefined,
    [can.remove, handleAsk],
  );
  useShortcut("n", handleAdd, mayAdd);

  const addLabel = t("Add Display");
  return (
    <TabContent aria-label={t("Displays")}>
      <HiddenHeading>{t("Displays")}</HiddenHeading>
      <Toolbar
        label={t("Displays")}
        end={
          mayAdd && (
            <PageAction>
              <Button variant="primary" icon="plus" shortcut="n" onClick={handleAdd}>
                {addLabel}
              </Button>
            </PageAction>
          )
        }
      >
        {t("A display shows the society's figures on a wall: no names, no addresses.")}
      </Toolbar>
      <Table
        label={t("Displays")}
        rows={rows}
        rowKey={({ DisplayID }) => String(DisplayID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        maxActions={Number(can.remove)}
        loading={status === "loading"}
        empty={
          <ResourceEmptyState
            error={error?.message}
            onRetry={() => void list.refetch()}
            title={t("No displays yet.")}
            text={t("Its link opens the figures on any screen.")}
            addLabel={addLabel}
            onAdd={mayAdd ? handleAdd : undefined}
          />
        }
        footer={
          <ResourceFooter
            visible={rows.length}
            total={rows.length}
            nouns={[t("display"), t("displays")]}
            can={{ create: mayAdd, update: false }}
            isLoaded={status === "ready"}
          />
        }
      />
      <AddDisplayDialog
        key={adding.serial}
        open={adding.open}
        onClose={() => setAdding((before) => ({ ...before, open: false }))}
      />
      {deleting && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Switch off {name}?", { name: deleting.record.DisplayName })}
          text={t("Its screen goes dark at once, and its link opens nothing any more.")}
        />
      )}
    </TabContent>
  );
}

/** A display is made by its link, not in a form of records. */
const noFormValues = {};

function buildColumns(seen: ReadonlyMap<number, string | null>): readonly Column<DisplayRecord>[] {
  const moment = (at: string | null | undefined) => (at ? formatIsoDateTime(at) : "—");
  return [
    textColumn({ key: "DisplayName", title: t("Name"), width: 24, grow: 1, mobileSlot: "title" }),
    textColumn({ key: "MadeBy", title: t("Made by"), width: 18, grow: 1, mobileSlot: "sub" }),
    {
      key: "CreatedAt",
      title: t("Made on"),
      width: 18,
      mobileSlot: "hidden",
      render: ({ CreatedAt }) => <bdi dir="ltr">{moment(CreatedAt)}</bdi>,
      sortValue: ({ CreatedAt }) => CreatedAt,
    },
    {
      key: "LastSeenAt",
      title: t("Last seen"),
      width: 18,
      mobileSlot: "meta",
      render: ({ DisplayID }) => <bdi dir="ltr">{moment(seen.get(DisplayID))}</bdi>,
      sortValue: ({ DisplayID }) => seen.get(DisplayID),
    },
  ];
}

const pollIntervalMs = 60_000;

/** When each display was last there, by its id; asked for now and then, as that is no change of anything. */
function useDisplayLastSeen(displays: readonly object[]): ReadonlyMap<number, string | null> {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | null>>(new Map());
  useEffect(() => {
    if (displays.length === 0) return;
    let gone = false;
    async function read() {
      try {
        const { data } = await callEndpoint<{ data: { DisplayID: number; LastSeenAt: string | null }[] }>(
          displayStatus,
        );
        if (!gone) setSeen(new Map(data.map(({ DisplayID, LastSeenAt }) => [DisplayID, LastSeenAt])));
      } catch {
        // What was known stays, and is asked for again.
      }
    }
    void read();
    const timer = setInterval(() => void read(), pollIntervalMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [displays]);
  return seen;
}

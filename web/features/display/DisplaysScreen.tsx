import { useMemo } from "react";
import styled from "styled-components";
import { createDisplay, listDisplayStatus } from "../../../shared/endpoints/display.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { display } from "../../../shared/resources/display.ts";
import { useCanCall } from "../../api/session.ts";
import { useInterval } from "../../hooks/useInterval.ts";
import { t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { useResource } from "../../live/useResource.ts";
import { instantColumn, renderDateTime, textColumn } from "../../resource/columns.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { AddButton } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { AddDisplayDialog } from "./AddDisplayDialog.tsx";

type DisplayRecord = RecordOf<typeof display>;

/** The registered displays and when each was last connected. */
export function DisplaysScreen() {
  const source = useResource(display);
  const canAdd = useCanCall(createDisplay);
  const list = useResourceList<DisplayRecord>({
    resource: display,
    source: { ...source, can: { ...source.can, create: canAdd, update: false } },
    defaultSort: "DisplayName",
    defaultValues: { DisplayName: "" },
    getDeleteLabel,
  });
  const { formDialog, close, deleteDialog } = list.editor;
  const lastSeen = useDisplayLastSeen();
  const columns = useMemo(() => buildColumns(lastSeen), [lastSeen]);
  const addLabel = t("Add Display");
  return (
    <TabContent title={t("Displays")}>
      <Toolbar label={t("Displays")} end={<AddButton label={addLabel} onAdd={list.emptyStateProps.onAdd} />}>
        <Note>{t("A display shows the society's figures without names or addresses.")}</Note>
      </Toolbar>
      <Table
        {...list.tableProps}
        label={t("Displays")}
        columns={columns}
        empty={
          <ResourceEmptyState
            {...list.emptyStateProps}
            title={t("No displays yet.")}
            text={t("A display's link shows the figures on any screen.")}
            addLabel={addLabel}
          />
        }
        footer={<ResourceFooter {...list.footerProps} nouns={[t("display"), t("displays")]} />}
      />
      {formDialog && <AddDisplayDialog key={formDialog.dialogKey} open={formDialog.open} onClose={close} />}
      {deleteDialog && (
        <ResourceDeleteDialog
          editor={list.editor}
          title={t("Switch off {name}?", { name: deleteDialog.record.DisplayName })}
          text={t("The screen stops showing figures at once, and the link no longer works.")}
        />
      )}
    </TabContent>
  );
}

/** Stays beside the button, also when its text takes two lines. */
const Note = styled.p`
  flex: 1 1 0;
`;

function getDeleteLabel({ DisplayName }: DisplayRecord): string {
  return t("Switch off {name}", { name: DisplayName });
}

function buildColumns(lastSeen: ReadonlyMap<number, string | null>): readonly Column<DisplayRecord>[] {
  return [
    textColumn({ key: "DisplayName", title: t("Name"), width: 24, grow: 1, mobileSlot: "title" }),
    textColumn({ key: "MadeBy", title: t("Created by"), width: 18, grow: 1, mobileSlot: "sub" }),
    instantColumn({ key: "CreatedAt", title: t("Created on"), width: 18, mobileSlot: "hidden" }),
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
const displayResources = [display.name];

/** When each display was last connected (UTC), by id. Polled, because a connection changes no record. */
function useDisplayLastSeen(): ReadonlyMap<number, string | null> {
  const { data, refetch } = useLiveRequest<{ data: { DisplayID: number; LastSeenAt: string | null }[] }>(
    listDisplayStatus.path,
    displayResources,
  );
  useInterval(refetch, pollIntervalMs);
  return useMemo(() => new Map(data?.data.map(({ DisplayID, LastSeenAt }) => [DisplayID, LastSeenAt])), [data]);
}

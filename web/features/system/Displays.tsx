import { useMemo, useState } from "react";
import { makeDisplay } from "../../../shared/endpoints/wall.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { display } from "../../../shared/resources/display.ts";
import { textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { useMayCall } from "../../lib/useMayCall.ts";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { saidMoment } from "../../moment.ts";
import { ResourceDelete } from "../../ResourceDelete.tsx";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageAction } from "../../ui/PageAction.tsx";
import { Table } from "../../ui/Table.tsx";
import type { Column, RowAction } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import { DisplayDialog } from "./DisplayDialog.tsx";
import { useDisplaysSeen } from "./useDisplaysSeen.ts";

type Rec = RecordOf<typeof display>;

/** The screens on the wall: whose link is out, and when each was last there. */
export function Displays() {
  const list = useResource(display);
  const { rows, may, status, problem } = list;
  const mayAdd = useMayCall(makeDisplay);
  const seen = useDisplaysSeen(rows);
  const [sort, setSort] = useUrlState("sort", "DisplayName");
  const [adding, setAdding] = useState({ open: false, serial: 0 });
  const editor = useResourceEditor({ resource: display, list, blank: nothing });
  const { asked, ask: handleAsk } = editor;
  const columns = useMemo(() => columnsFor(seen), [seen]);
  const handleAdd = useHandler(() => setAdding(({ serial }) => ({ open: true, serial: serial + 1 })));
  const rowActions = useMemo(
    () =>
      may.remove
        ? (record: Rec): readonly RowAction[] => [
            {
              key: "delete",
              label: say("Switch off {name}", { name: record.DisplayName }),
              icon: "trash",
              danger: true,
              onPress: () => handleAsk(record),
            },
          ]
        : undefined,
    [may.remove, handleAsk],
  );
  useShortcut("n", handleAdd, mayAdd);

  const addLabel = say("Add Display");
  return (
    <Screen aria-label={say("Displays")}>
      <Heading>{say("Displays")}</Heading>
      <Toolbar
        label={say("Displays")}
        end={
          mayAdd && (
            <PageAction>
              <Button variant="primary" icon="plus" kbd="n" onClick={handleAdd}>
                {addLabel}
              </Button>
            </PageAction>
          )
        }
      >
        {say("A display shows the society's figures on a wall: no names, no addresses.")}
      </Toolbar>
      <Table
        label={say("Displays")}
        rows={rows}
        rowKey={({ DisplayID }) => String(DisplayID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        actionSlots={Number(may.remove)}
        loading={status === "loading"}
        empty={
          <ResourceEmpty
            problem={problem?.message}
            onAgain={() => void list.again()}
            title={say("No displays yet.")}
            text={say("Its link opens the figures on any screen.")}
            add={mayAdd ? { label: addLabel, onAdd: handleAdd } : undefined}
          />
        }
        footer={
          <ResourceFooter
            shown={rows.length}
            total={rows.length}
            nouns={[say("display"), say("displays")]}
            may={{ create: mayAdd, update: false }}
            ready={status === "ready"}
          />
        }
      />
      <DisplayDialog
        key={adding.serial}
        open={adding.open}
        onClose={() => setAdding((before) => ({ ...before, open: false }))}
      />
      {asked && (
        <ResourceDelete
          editor={editor}
          question={say("Switch off {name}?", { name: asked.record.DisplayName })}
          text={say("Its screen goes dark at once, and its link opens nothing any more.")}
        />
      )}
    </Screen>
  );
}

/** A display is made by its link, not in a form of records. */
const nothing = {};

function columnsFor(seen: ReadonlyMap<number, string | null>): readonly Column<Rec>[] {
  const moment = (at: string | null | undefined) => (at ? saidMoment(at) : "—");
  return [
    textColumn({ key: "DisplayName", title: say("Name"), width: 24, grow: 1, phone: "title" }),
    textColumn({ key: "MadeBy", title: say("Made by"), width: 18, grow: 1, phone: "sub" }),
    {
      key: "CreatedAt",
      title: say("Made on"),
      width: 18,
      phone: "hidden",
      render: ({ CreatedAt }) => <bdi dir="ltr">{moment(CreatedAt)}</bdi>,
      sortValue: ({ CreatedAt }) => CreatedAt,
    },
    {
      key: "LastSeenAt",
      title: say("Last seen"),
      width: 18,
      phone: "meta",
      render: ({ DisplayID }) => <bdi dir="ltr">{moment(seen.get(DisplayID))}</bdi>,
      sortValue: ({ DisplayID }) => seen.get(DisplayID),
    },
  ];
}

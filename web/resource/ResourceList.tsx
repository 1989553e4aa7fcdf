import type { ComponentProps, ReactNode } from "react";
import { t } from "../i18n/t.ts";
import { Table } from "../ui/table/Table.tsx";
import type { BaseTableProps } from "../ui/table/tableTypes.ts";
import { Kbd } from "../ui/text/Text.tsx";
import { ExportMenu } from "./export/ExportMenu.tsx";
import { ResourceEmptyState } from "./ResourceEmptyState.tsx";
import { ResourceFooter } from "./ResourceFooter.tsx";
import { AddButton, ResourceListLayout } from "./ResourceListLayout.tsx";
import type { useResourceList } from "./useResourceList.ts";

interface ResourceListProps<Rec extends object>
  extends Omit<ComponentProps<typeof ResourceListLayout>, "list" | "nouns">,
    Pick<BaseTableProps<Rec>, "columns">,
    Pick<ComponentProps<typeof ResourceFooter>, "nouns" | "editHints"> {
  list: ReturnType<typeof useResourceList<Rec>>;
  /** The name of the table and of the exported sheet; the title by default. */
  label?: string;
  /** Adds a menu that exports the rows. */
  exportMenu?: Pick<ComponentProps<typeof ExportMenu<Rec>>, "fileName">;
  /** The button that adds a record, if the user may. */
  addLabel?: string;
  /** Override `list.tableProps`. */
  tableProps?: Partial<BaseTableProps<Rec>>;
  empty: Pick<ComponentProps<typeof ResourceEmptyState>, "title"> & Partial<ComponentProps<typeof ResourceEmptyState>>;
  /** Totals after the number of records, as text. */
  footer?: ReactNode;
}

/** A list screen with one table: toolbar, rows or the reason why there are none, footer. */
export function ResourceList<Rec extends object>(props: ResourceListProps<Rec>) {
  const { list, title, label = title, nouns, columns, exportMenu, addLabel, actions, tableProps, ...rest } = props;
  const { empty, editHints, footer, children, ...layout } = rest;
  return (
    <ResourceListLayout
      {...layout}
      list={list}
      title={title}
      nouns={nouns[1]}
      actions={
        <>
          {exportMenu && <ExportMenu name={label} columns={columns} {...list.exportMenuProps} {...exportMenu} />}
          {actions}
          {addLabel !== undefined && <AddButton label={addLabel} onAdd={list.emptyStateProps.onAdd} />}
        </>
      }
    >
      <Table
        {...list.tableProps}
        {...tableProps}
        label={label}
        columns={columns}
        empty={<ResourceEmptyState {...list.emptyStateProps} addLabel={addLabel} {...empty} />}
        footer={
          <ResourceFooter
            {...list.footerProps}
            nouns={nouns}
            editHints={editHints ?? (tableProps?.onOpen && <OpenHint />)}
          >
            {footer}
          </ResourceFooter>
        }
      />
      {children}
    </ResourceListLayout>
  );
}

function OpenHint() {
  return (
    <span>
      <Kbd>Enter</Kbd> {t("open")}
    </span>
  );
}

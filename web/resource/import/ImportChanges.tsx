import { useMemo } from "react";
import { type ImportOutcome, maxListedChanges, type RecordChange } from "../../../shared/endpoints/import.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { plural, t, translateName } from "../../i18n/t.ts";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { Table, TableFrame } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatCount } from "../../ui/text/Money.tsx";
import { ImportHeading, ImportHint } from "./ImportLayout.tsx";
import type { useImport } from "./useImport.ts";

interface ImportSectionProps {
  outcome: ImportOutcome;
  importState: ReturnType<typeof useImport>;
}

/** Names of types and floors that do not exist yet: asks whether to create them. */
export function NewNames({ outcome: { newNames = [] }, importState: { options, chooseOptions } }: ImportSectionProps) {
  if (newNames.length === 0) return null;
  return (
    <>
      <ImportHeading>
        <h4>
          {plural(newNames.length, {
            one: "1 new name: check its spelling",
            other: "{count} new names: check their spelling",
          })}
        </h4>
        <SegmentedControl
          label={t("What to do with new names")}
          value={options.names}
          onChange={(choice) => chooseOptions({ names: choice === "create" ? "create" : "refuse" })}
          options={[
            { value: "refuse", label: t("Reject their rows") },
            { value: "create", label: t("Create them") },
          ]}
        />
      </ImportHeading>
      <ImportHint as="ul">
        {newNames.map(({ label, name, rows }) => (
          <li key={`${label} ${name}`}>
            <Trans
              text="{label}: {name}, {rows}"
              with={{
                label: translateName(label),
                name: <bdi>{name}</bdi>,
                rows: plural(rows, { one: "1 row", other: "{count} rows" }),
              }}
            />
          </li>
        ))}
      </ImportHint>
    </>
  );
}

/** What the rows change of existing records, each value before and after; asks what empty cells mean. */
export function ImportChanges({ outcome, importState: { options, chooseOptions } }: ImportSectionProps) {
  const columns = useMemo(buildColumns, []);
  const rows = (outcome.changes ?? []).flatMap(({ fields, ...record }) =>
    fields.map((field) => ({ ...record, ...field })),
  );
  if (outcome.changes === undefined || (rows.length === 0 && options.blanks === "keep")) return null;
  const title = t("What changes");
  return (
    <>
      <ImportHeading>
        <h4>{title}</h4>
        <SegmentedControl
          label={t("Empty cells")}
          value={options.blanks}
          onChange={(choice) => chooseOptions({ blanks: choice === "clear" ? "clear" : "keep" })}
          options={[
            { value: "keep", label: t("Empty cells keep values") },
            { value: "clear", label: t("Empty cells clear values") },
          ]}
        />
      </ImportHeading>
      {outcome.updated > maxListedChanges && (
        <ImportHint>
          {t("The first {shown} of {count} changed records", {
            shown: formatCount(maxListedChanges),
            count: formatCount(outcome.updated),
          })}
        </ImportHint>
      )}
      <TableFrame>
        <Table label={title} rows={rows} rowKey={({ row, label }) => `${row} ${label}`} columns={columns} />
      </TableFrame>
    </>
  );
}

type FieldChange = Omit<RecordChange, "fields"> & RecordChange["fields"][number];

function buildColumns(): readonly Column<FieldChange>[] {
  return [
    { key: "row", title: t("Row"), width: 7, mobileSlot: "meta", render: ({ row }) => row },
    { key: "name", title: t("Record"), width: 14, mobileSlot: "title", render: ({ name }) => <bdi>{name}</bdi> },
    { key: "label", title: t("Field"), width: 14, mobileSlot: "meta", render: ({ label }) => translateName(label) },
    {
      key: "change",
      title: t("Before → after"),
      width: 36,
      grow: 1,
      mobileSlot: "sub",
      render: ({ before, after }) => (
        <Trans
          text="{before} → {after}"
          with={{
            before: (
              <del>
                <bdi>{before || t("(empty)")}</bdi>
              </del>
            ),
            after: <bdi>{after || t("(empty)")}</bdi>,
          }}
        />
      ),
    },
  ];
}

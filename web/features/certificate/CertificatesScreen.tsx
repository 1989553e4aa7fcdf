import { useCallback, useMemo, useState } from "react";
import {
  certificate,
  certificateName,
  certificateStateLabels,
  certificateStates,
} from "../../../shared/resources/certificate.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import {
  type CertificateRecord,
  certificateStateText,
  certificateTones,
  describeCertificateEnd,
  saveCertificatePdf,
} from "../../domain/certificates/certificates.ts";
import { IssueCertificateDialog } from "../../domain/certificates/IssueCertificateDialog.tsx";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { useEvent } from "../../hooks/useEvent.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { dayColumn, textColumn } from "../../resource/columns.tsx";
import { useExport } from "../../resource/export/ExportButton.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { AddButton, ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Badge } from "../../ui/badge/Badge.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column, RowAction } from "../../ui/table/tableTypes.ts";
import { Kbd } from "../../ui/text/Text.tsx";

/** The no-demand certificates, newest first; Enter saves the PDF of one. */
export function CertificatesScreen() {
  const [stateText, setState] = useUrlState("state", "");
  const state = certificateStates.find((each) => each === stateText);
  const certificates = useResource(certificate);
  const columns = useMemo(buildColumns, []);
  const list = useResourceList<CertificateRecord>({
    resource: certificate,
    source: { ...certificates, can: { ...certificates.can, update: false, remove: false } },
    defaultSort: "-CertificateNo",
    filterParams,
    matches: useCallback(({ State }: CertificateRecord) => state === undefined || State === state, [state]),
    getName: certificateName,
  });
  const [isIssuing, setIsIssuing] = useState(false);
  const canIssue = [certificates.can.create, useCanList(plot)].every(Boolean);
  const openDialog = useCallback(() => setIsIssuing(true), []);
  useShortcut("n", openDialog, canIssue);
  const { runExport } = useExport();
  const save = useEvent((row: CertificateRecord) => void runExport(() => saveCertificatePdf(row)));
  const getRowActions = useCallback(
    (row: CertificateRecord): readonly RowAction[] => [
      {
        key: "pdf",
        icon: "download",
        label: t("PDF of {name}", { name: certificateName(row) }),
        onPress: () => save(row),
      },
    ],
    [save],
  );

  const addLabel = t("Issue Certificate");
  const onAdd = canIssue ? openDialog : undefined;
  return (
    <ResourceListLayout
      list={list}
      title={t("Certificates")}
      nouns={t("certificates")}
      searchLabel={t("House, owner or number")}
      filters={
        <FilterSelect
          label={t("State")}
          value={state ?? ""}
          onChange={setState}
          placeholder={t("All")}
          options={certificateStates.map((value) => ({ value, label: t(certificateStateLabels[value]) }))}
        />
      }
      actions={
        <>
          <ExportMenu name={t("Certificates")} fileName="certificates" columns={columns} {...list.exportMenuProps} />
          <AddButton label={addLabel} onAdd={onAdd} />
        </>
      }
    >
      <Table
        {...list.tableProps}
        label={t("Certificates")}
        columns={columns}
        onOpen={save}
        rowActions={getRowActions}
        maxActions={1}
        empty={
          <ResourceEmptyState
            {...list.emptyStateProps}
            onAdd={onAdd}
            title={t("No certificates yet.")}
            text={t("A no-demand certificate says that nothing is due for a house today.")}
            addLabel={addLabel}
          />
        }
        footer={
          <ResourceFooter
            {...list.footerProps}
            nouns={[t("certificate"), t("certificates")]}
            can={{ create: canIssue, update: true }}
            editHints={
              <span>
                <Kbd>Enter</Kbd> {t("PDF")}
              </span>
            }
          />
        }
      />
      {isIssuing && <IssueCertificateDialog onClose={() => setIsIssuing(false)} />}
    </ResourceListLayout>
  );
}

const filterParams = ["state"];

function buildColumns(): readonly Column<CertificateRecord>[] {
  return [
    {
      key: "CertificateNo",
      title: t("No."),
      width: 9,
      mobileSlot: "sub",
      render: (row) => <bdi dir="ltr">{certificateName(row)}</bdi>,
      sortValue: ({ CertificateNo }) => CertificateNo,
      exportValue: certificateName,
    },
    houseColumn({ title: t("House"), width: 9 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 2, mobileSlot: "hidden" }),
    dayColumn({ key: "IssuedOn", title: t("Issued on"), width: 11, mobileSlot: "hidden" }),
    dayColumn({ key: "ValidUntil", title: t("Valid until"), width: 11, mobileSlot: "meta" }),
    {
      key: "State",
      title: t("State"),
      width: 11,
      showsRowState: true,
      mobileSlot: "meta",
      render: (row) => <Badge tone={certificateTones[row.State]}>{certificateStateText(row)}</Badge>,
      sortValue: certificateStateText,
    },
    {
      key: "StateSince",
      title: t("Ended"),
      width: 22,
      grow: 2,
      mobileSlot: "meta",
      render: (row) => describeCertificateEnd(row),
      sortValue: describeCertificateEnd,
    },
  ];
}

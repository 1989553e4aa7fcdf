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
  certificateStyles,
  describeCertificateEnd,
  saveCertificatePdf,
} from "../../domain/certificates/certificates.ts";
import { IssueCertificateDialog } from "../../domain/certificates/IssueCertificateDialog.tsx";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { codeColumn, computedTextColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Kbd } from "../../ui/text/Text.tsx";

/** The no-demand certificates, newest first; Enter on a row saves its PDF. */
export function CertificatesScreen() {
  const [stateText, setState] = useUrlState("state", "");
  const state = certificateStates.find((each) => each === stateText);
  const certificates = useResource(certificate);
  const columns = useMemo(buildColumns, []);
  // The dialog offers the houses of the list of plots.
  const canIssue = useCanList(plot) && certificates.can.create;
  const [isIssuing, setIsIssuing] = useState(false);
  const list = useResourceList<CertificateRecord>({
    resource: certificate,
    source: { ...certificates, can: { create: canIssue, update: false, remove: false } },
    defaultSort: "-CertificateNo",
    filterParams,
    matches: useCallback(({ State }: CertificateRecord) => state === undefined || State === state, [state]),
    getName: certificateName,
    defaultValues: {},
    onAdd: () => setIsIssuing(true),
  });
  const createExportAction = useExportAction();
  const createPdfAction = useCallback(
    (row: CertificateRecord) =>
      createExportAction({
        label: t("PDF of {name}", { name: certificateName(row) }),
        exportFile: () => saveCertificatePdf(row),
      }),
    [createExportAction],
  );
  const getRowActions = useCallback((row: CertificateRecord) => [createPdfAction(row)], [createPdfAction]);

  return (
    <ResourceList
      list={list}
      title={t("Certificates")}
      nouns={[t("certificate"), t("certificates")]}
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
      columns={columns}
      exportMenu={{ fileName: "certificates" }}
      addLabel={t("Issue Certificate")}
      tableProps={{ onOpen: (row) => createPdfAction(row).onPress(), rowActions: getRowActions, maxActions: 1 }}
      empty={{
        title: t("No certificates yet."),
        text: t("A no-demand certificate says that nothing is due for a house today."),
      }}
      editHints={
        <span>
          <Kbd>Enter</Kbd> {t("PDF")}
        </span>
      }
    >
      {isIssuing && <IssueCertificateDialog onClose={() => setIsIssuing(false)} />}
    </ResourceList>
  );
}

const filterParams = ["state"];

function buildColumns(): readonly Column<CertificateRecord>[] {
  return [
    codeColumn(
      {
        key: "CertificateNo",
        title: t("No."),
        width: 9,
        mobileSlot: "sub",
        sortValue: ({ CertificateNo }) => CertificateNo,
      },
      certificateName,
    ),
    houseColumn({ title: t("House"), width: 9 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 2, mobileSlot: "sub" }),
    dayColumn({ key: "IssuedOn", title: t("Issued on"), width: 11, mobileSlot: "hidden" }),
    dayColumn({ key: "ValidUntil", title: t("Valid until"), width: 11, mobileSlot: "meta" }),
    {
      key: "State",
      title: t("State"),
      width: 11,
      showsRowState: true,
      mobileSlot: "meta",
      render: (row) => <StatusLabel {...certificateStyles[row.State]}>{certificateStateText(row)}</StatusLabel>,
      sortValue: certificateStateText,
    },
    computedTextColumn(
      { key: "StateSince", title: t("Ended"), width: 22, grow: 2, mobileSlot: "meta" },
      describeCertificateEnd,
    ),
  ];
}

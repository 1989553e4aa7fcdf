import { type ComponentProps, useCallback, useState } from "react";
import { monthOf } from "../../../shared/dates.ts";
import type { ReceiptMailStatus } from "../../../shared/endpoints/payment-receipt-mail.ts";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { MonthFilter, useMonthParam, useYearOrAllParam, YearFilter } from "../../domain/periodFilters.tsx";
import { buildPaymentMethodOptions } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useShowsOnlyVoided, VoidedFilter } from "../../domain/voids.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { type ExportColumn, ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { useImportDialog } from "../../resource/import/useImportDialog.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { PageAction } from "../../ui/layout/Page.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { hasUnsentMail, useSendReceiptMails } from "./ReceiptMail.tsx";

/** Year, month, method, and whether only voided receipts are shown or none of them. */
export function ReceiptFilters({ filters }: { filters: ReturnType<typeof useReceiptFilters> }) {
  return (
    <>
      <YearFilter withAll />
      <MonthFilter />
      <FilterSelect
        label={t("Method")}
        value={filters.method ?? ""}
        onChange={filters.setMethod}
        placeholder={t("All")}
        options={buildPaymentMethodOptions()}
      />
      <VoidedFilter label={t("Receipts")} />
    </>
  );
}

interface ReceiptToolbarActionsProps {
  columns: readonly ExportColumn<Receipt>[];
  exportMenuProps: Pick<ComponentProps<typeof ExportMenu<Receipt>>, "getRows" | "sort" | "isEmpty">;
  refetch: () => Promise<boolean>;
  mailStatus: ReceiptMailStatus | undefined;
  canSendMail: boolean;
  /** Undefined without the right to add a receipt. */
  onAdd: (() => void) | undefined;
}

/** Export, refresh, send mails, import, add; on phones all but add in one menu. */
export function ReceiptToolbarActions({
  columns,
  exportMenuProps,
  refetch,
  mailStatus,
  canSendMail,
  onAdd,
}: ReceiptToolbarActionsProps) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const importDialog = useImportDialog("receipts");
  const sendDialog = useSendReceiptMails(mailStatus);

  async function handleRefresh() {
    setIsRefreshing(true);
    const hasSucceeded = await refetch();
    setIsRefreshing(false);
    showToast(
      hasSucceeded
        ? { kind: "success", text: t("Successfully Refreshed") }
        : { kind: "error", text: t("Failed to load payment receipts") },
    );
  }

  const isMobile = useIsMobile();
  const refresh = { icon: "refresh", label: t("Refresh"), onSelect: () => void handleRefresh() } as const;
  const openImport = { icon: "upload", label: t("Import"), onSelect: importDialog.openDialog } as const;
  const sendMails = {
    icon: "mails",
    label: t("Send All Pending Emails"),
    disabled: mailStatus === undefined || !hasUnsentMail(mailStatus) || sendDialog.isLoadingPreview,
    onSelect: () => void sendDialog.startPreview(),
  } as const;

  return (
    <>
      <ExportMenu
        name={t("Payment Receipts")}
        fileName="payment-receipt"
        columns={columns}
        {...exportMenuProps}
        more={
          isMobile
            ? [...(importDialog.canImport ? [openImport] : []), refresh, ...(canSendMail ? [sendMails] : [])]
            : undefined
        }
      />
      {importDialog.dialog}
      {sendDialog.dialog}
      {!isMobile && (
        <Button icon={refresh.icon} busy={isRefreshing} onClick={refresh.onSelect}>
          {refresh.label}
        </Button>
      )}
      {!isMobile && canSendMail && (
        <Button
          icon={sendMails.icon}
          busy={sendDialog.isLoadingPreview}
          disabled={sendMails.disabled}
          onClick={sendMails.onSelect}
        >
          {sendMails.label}
        </Button>
      )}
      {!isMobile && importDialog.canImport && (
        <PageAction>
          <Button icon={openImport.icon} busy={importDialog.isLoading} onClick={openImport.onSelect}>
            {openImport.label}
          </Button>
        </PageAction>
      )}
      {onAdd && (
        <PageAction>
          <Button variant="primary" icon="plus" iconOnlyOnMobile shortcut="n" onClick={onAdd}>
            {t("Add Receipt")}
          </Button>
        </PageAction>
      )}
    </>
  );
}

/** Query parameters of the filters. */
export const receiptFilterParams = ["year", "month", "method", "voided"];

/**
 * The filters in the URL; invalid values are ignored. `year` is undefined for all years. The server filters by
 * `requestParams`, `matches` by the others.
 */
export function useReceiptFilters() {
  const year = useYearOrAllParam();
  const month = useMonthParam();
  const showsOnlyVoided = useShowsOnlyVoided();
  const [methodText, setMethod] = useUrlState("method", "");
  const method = paymentMethods.find((name) => name === methodText);
  const matches = useCallback(
    ({ PaymentDate, PaymentMethod }: Receipt) =>
      (month === 0 || monthOf(PaymentDate).month === month) && (method === undefined || PaymentMethod === method),
    [month, method],
  );
  const requestParams = { ...(year === undefined ? {} : { year }), ...(showsOnlyVoided ? { voided: 1 } : {}) };
  return { requestParams, matches, year, method, setMethod, showsOnlyVoided };
}

import type { ReactNode } from "react";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { plural, t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { matchesSearch } from "../../resource/search.ts";
import type { useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import type { useReceiptFilters } from "./ReceiptToolbar.tsx";

interface ReceiptsEmptyStateProps {
  list: Pick<ReturnType<typeof useResourceList<Receipt>>, "emptyStateProps" | "search">;
  filters: ReturnType<typeof useReceiptFilters>;
  hasFailed: boolean;
}

/** Explains why the list is empty. If only voided receipts match the search, offers to show them. */
export function ReceiptsEmptyState({ list, filters, hasFailed }: ReceiptsEmptyStateProps) {
  const { search } = list;
  const emptyState = (
    <ResourceEmptyState
      {...list.emptyStateProps}
      error={hasFailed ? list.emptyStateProps.error : undefined}
      errorTitle={t("Failed to load payment receipts")}
      onClearFilters={search.isFiltered ? search.clear : undefined}
      title={t("No receipts found.")}
      noMatchesTitle={t("No receipts found.")}
      text={t("A receipt pays the oldest open installments of its house.")}
      addLabel={t("Add Receipt")}
    />
  );
  if (hasFailed || filters.showsOnlyVoided || search.terms.length === 0) return emptyState;
  return <VoidedMatches filters={filters} terms={search.terms} otherwise={emptyState} />;
}

interface VoidedMatchesProps extends Pick<ReceiptsEmptyStateProps, "filters"> {
  terms: readonly string[];
  /** Shown if no voided receipt matches. */
  otherwise: ReactNode;
}

function VoidedMatches({ filters: { requestParams, matches }, terms, otherwise }: VoidedMatchesProps) {
  const { rows } = useResource(paymentReceipt, { ...requestParams, voided: 1 });
  const [, setVoided] = useUrlState("voided", "");
  const count = rows.filter((row) => matches(row) && matchesSearch(paymentReceipt, row, terms)).length;
  if (count === 0) return otherwise;
  return (
    <EmptyState
      title={t("No receipts found.")}
      text={plural(count, {
        one: "1 voided receipt matches the search.",
        other: "{count} voided receipts match the search.",
      })}
      action={<Button onClick={() => setVoided("1")}>{t("Show voided receipts")}</Button>}
    />
  );
}

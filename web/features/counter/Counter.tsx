import { useState } from "react";
import styled, { css } from "styled-components";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import type { PlotSummary } from "../../domain/plots/houseSearch.ts";
import type { SavedReceipt } from "../../domain/receipts/concurrentPayment.tsx";
import { receiptDefaultValues } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { printNewReceipt } from "../../domain/receipts/receiptPrinting.ts";
import { showSavedReceipt, useReceiptToastActions } from "../../domain/receipts/receiptToast.ts";
import { useHouseBalance } from "../../domain/receipts/useHouseBalance.ts";
import { useReceiptMutations } from "../../domain/receipts/useReceiptMutations.tsx";
import { VoidReceiptDialog } from "../../domain/receipts/VoidReceiptDialog.tsx";
import { type ReceiptPaper, useReceiptPaper } from "../../hooks/preferences.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { type DeletionReason, useResource } from "../../live/useResource.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { showSuccessToast } from "../../resource/showResultToast.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { CounterDrawer } from "./CounterDrawer.tsx";
import { CounterPayment } from "./CounterPayment.tsx";
import { useCounterDraft } from "./counterDraft.ts";
import { HousePicker } from "./HousePicker.tsx";
import { RecentReceipts, useRecentReceipts } from "./RecentReceipts.tsx";

/**
 * Records receipts for a queue of people: choose the house, confirm the amount with Enter, then the next person. On
 * phones the receipts come before what is used once a day: the drawer and the paper.
 */
export function Counter() {
  const today = useSocietyToday();
  const isMobile = useIsMobile();
  const canListPlots = useCanList(plot);
  const plots = useResource(plot, canListPlots ? undefined : null);
  // For the rights and the mutations; loads no list.
  const receipts = useResource(paymentReceipt, null);
  const { draft, setDraft, updateDraft } = useCounterDraft();
  const [candidateId, setCandidateId] = useState<number>();
  const balanceRequest = useHouseBalance(draft?.PlotID ?? candidateId);
  const recentReceipts = useRecentReceipts(useCanList(paymentReceipt));
  const { mutations, createReceipt, dialog: duplicateDialog } = useReceiptMutations(receipts);
  const editor = useResourceEditor({
    resource: paymentReceipt,
    mutations: { ...mutations, remove: handleRemove },
    defaultValues: noValues,
    getName: receiptName,
  });
  /** The last receipt that was made here, until its void is saved or sent for approval. */
  const [lastReceipt, setLastReceipt] = useState<Receipt>();
  const house = plots.rows.find(({ PlotID }) => PlotID === draft?.PlotID);
  const canVoid = receipts.can.remove;
  const getAfterCreateActions = useReceiptToastActions(canVoid);

  function handlePick({ PlotID, HouseNo }: PlotSummary) {
    const values = { ...receiptDefaultValues, HouseNo, PaymentDate: today };
    setDraft({ PlotID, HouseNo, values, hasChosenAmount: false, key: crypto.randomUUID(), isSending: false });
  }

  async function handleRemove(receipt: Receipt, body?: DeletionReason) {
    const removed = await mutations.remove(receipt, body);
    if (receipt.PaymentReceiptID === lastReceipt?.PaymentReceiptID) setLastReceipt(undefined);
    return removed;
  }

  function handleSaved(saved: SavedReceipt) {
    const { data } = saved;
    setDraft(undefined);
    // Sent for approval, so there is no receipt yet.
    if (!data) return showSuccessToast(saved);
    setLastReceipt(data);
    showSavedReceipt(data, getAfterCreateActions(data, editor.askDelete));
    void printNewReceipt(data);
  }

  if (!canListPlots)
    return (
      <Page title={t("Counter")}>
        <Callout tone="warn" title={t("The counter needs the permission to view plots")} />
      </Page>
    );
  return (
    <Page title={t("Counter")} actions={!isMobile && <PaperSelect />}>
      <Columns>
        <Main>
          {draft && house ? (
            <CounterPayment
              key={draft.key}
              house={house}
              draft={draft}
              onChange={updateDraft}
              balanceRequest={balanceRequest}
              today={today}
              createReceipt={createReceipt}
              onSaved={handleSaved}
              onCancel={() => setDraft(undefined)}
            />
          ) : (
            <>
              <HousePicker
                houses={plots.rows}
                status={plots.status}
                onPick={handlePick}
                onCandidate={setCandidateId}
                onVoid={canVoid && lastReceipt ? () => editor.askDelete(lastReceipt) : undefined}
              />
              {plots.rows.length > 0 ? (
                <StaleDataNotice error={plots.error} hasData onRetry={plots.refetch} />
              ) : (
                plots.error && <FailedRequest error={plots.error} onRetry={plots.refetch} />
              )}
            </>
          )}
        </Main>
        <Side>
          {!isMobile && <CounterDrawer />}
          {recentReceipts && (
            <RecentReceipts receipts={recentReceipts} onVoid={canVoid ? editor.askDelete : undefined} />
          )}
          {isMobile && (
            <>
              <CounterDrawer />
              <PaperSelect />
            </>
          )}
        </Side>
      </Columns>
      {duplicateDialog}
      {editor.deleteDialog && <VoidReceiptDialog editor={editor} receipt={editor.deleteDialog.record} />}
    </Page>
  );
}

/** The editor only voids receipts, so it needs no default values. */
const noValues: FormValues = {};

/** The paper on which each new receipt is printed. */
function PaperSelect() {
  const [paper, setPaper] = useReceiptPaper();
  const options: readonly { value: ReceiptPaper | "none"; label: string }[] = [
    { value: "80mm", label: t("80 mm roll") },
    { value: "A5", label: t("A5") },
    { value: "none", label: t("Do not print") },
  ];
  return (
    <FilterSelect
      label={t("Print receipts")}
      value={paper}
      options={options}
      onChange={(value) => setPaper(options.find((option) => option.value === value)?.value ?? "80mm")}
    />
  );
}

const Columns = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 3fr);
    gap: ${theme.space.xl};
    padding: ${theme.space.l} ${theme.size.gutter};

    ${theme.narrow} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const Main = styled.div`
  --form-buttons-position: sticky;
  min-inline-size: 0;
`;

const Side = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  align-content: start;
  min-inline-size: 0;
`;

import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import { approve, approveBody, decline, declineBody } from "../../../shared/endpoints/approval.ts";
import { callEndpoint } from "../../api/request.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { renderDateTime, renderDay } from "../../resource/columns.tsx";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { PageDialog } from "../../resource/PageDialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { TextAreaField } from "../../ui/form/FormFields.tsx";
import { Fact, FactList } from "../../ui/layout/FactList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { type ApprovalRecord, ApprovalStatus, describeApproval, describeKind } from "./approvalColumns.tsx";

export type ApprovalDialogMode = "approve" | "decline" | "view";

interface ApprovalDialogProps {
  row: ApprovalRecord;
  mode: ApprovalDialogMode;
  /** The request was decided while the dialog was open, or before. */
  isDecided: boolean;
  onClose: () => void;
}

/** What was asked for, by whom and why; with a form for the decision unless it is only viewed. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const { row, mode, isDecided, onClose } = props;
  // The form is created here, so that the note stays when the right to decide is revoked and granted again.
  const form = useDecisionForm(mode);
  if (mode !== "view") return <DecisionDialog {...props} mode={mode} form={form} />;
  return (
    <PageDialog {...buildHeadProps(row)} open onOpenChange={(isOpen) => !isOpen && onClose()} title={t("Request")}>
      <Content>
        <Facts row={row} />
        {/* The row has left the list of waiting requests, so the facts do not contain the decision. */}
        {isDecided && row.State === "pending" && <Callout title={describeDecided()} />}
      </Content>
    </PageDialog>
  );
}

function buildHeadProps(row: ApprovalRecord) {
  return {
    leading: row.PlotID !== null && <HouseBadge houseNo={row.HouseNo} category={row.CategoryName} />,
    description: describeApproval(row),
  };
}

function describeDecided(): string {
  return t("This request has already been decided.");
}

function useDecisionForm(mode: ApprovalDialogMode) {
  return useForm({
    resolver: zodResolver(mode === "decline" ? declineBody : approveBody, undefined, { raw: true }),
    defaultValues: { Note: "" },
  });
}

interface DecisionDialogProps extends ApprovalDialogProps {
  mode: "approve" | "decline";
  form: ReturnType<typeof useDecisionForm>;
}

function DecisionDialog({ row, mode, isDecided, onClose, form }: DecisionDialogProps) {
  const isDecline = mode === "decline";
  return (
    <FormDialog
      {...buildHeadProps(row)}
      form={form}
      send={async (body, idempotencyKey) => {
        const endpoint = isDecline ? decline : approve;
        const response = await callEndpoint(endpoint, { params: { ApprovalID: row.ApprovalID }, body, idempotencyKey });
        return { ...response, detail: describeApproval(row) };
      }}
      onClose={onClose}
      title={isDecline ? t("Decline this request?") : t("Approve this request?")}
      submitLabel={isDecline ? t("Decline") : t("Approve")}
      submitDisabled={isDecided}
      formError={isDecided && !form.formState.isSubmitting ? describeDecided() : undefined}
      notice={<Facts row={row} />}
    >
      <TextAreaField
        name="Note"
        label={t("Note")}
        hint={isDecline ? t("The requester sees it") : t("Optional. The requester sees it.")}
      />
    </FormDialog>
  );
}

function Facts({ row }: { row: ApprovalRecord }) {
  const isDecided = row.State !== "pending";
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t("Kind"), describeKind(row)],
    [t("Applies to"), row.Subject && <bdi>{row.Subject}</bdi>],
    [t("Change"), row.Details && <bdi>{row.Details}</bdi>],
    [t("Amount, Rs"), row.HouseCount > 0 && <Money key="amount" rupees={row.Amount} strong />],
    [t("Date"), row.HouseCount > 0 && renderDay(row.Date)],
    [t("Reason"), row.Reason && <bdi>{row.Reason}</bdi>],
    [t("Requested by"), <bdi key="by">{row.RequestedBy}</bdi>],
    [t("Requested at"), renderDateTime(row.RequestedAt)],
    [t("State"), isDecided && <ApprovalStatus row={row} />],
    [t("Decided by"), isDecided && <bdi>{row.DecidedBy}</bdi>],
    [t("Decided"), isDecided && renderDateTime(row.DecidedAt)],
    [t("Note"), row.Note && <bdi>{row.Note}</bdi>],
    [t("Not possible because"), row.StaleReason && translateMessage(row.StaleReason)],
  ];
  return (
    <FactList>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
    </FactList>
  );
}

const Content = styled.div`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.l};
    padding-block-end: ${theme.space.l};
  `}
`;

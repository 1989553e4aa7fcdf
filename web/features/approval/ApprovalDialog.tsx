import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import { approve, approveBody, decline, declineBody } from "../../../shared/endpoints/approval.ts";
import { mayBeDoneText } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { renderDateTime, renderDay } from "../../resource/columns.tsx";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
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
export function ApprovalDialog({ row, mode, isDecided, onClose }: ApprovalDialogProps) {
  const titles = {
    approve: t("Approve this request?"),
    decline: t("Decline this request?"),
    view: t("Request"),
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={titles[mode]}
      leading={row.PlotID !== null && <HouseBadge houseNo={row.HouseNo} category={row.CategoryName} />}
      description={describeApproval(row)}
    >
      <Facts row={row} />
      {mode !== "view" && <DecisionForm row={row} mode={mode} isDecided={isDecided} onClose={onClose} />}
      {/* The row has left the list of waiting requests, so the facts do not contain the decision. */}
      {mode === "view" && isDecided && row.State === "pending" && <Callout title={describeDecided()} />}
    </Dialog>
  );
}

function describeDecided(): string {
  return t("This request has already been decided.");
}

function DecisionForm({ row, mode, isDecided, onClose }: ApprovalDialogProps & { mode: "approve" | "decline" }) {
  const isDecline = mode === "decline";
  const form = useForm({
    resolver: zodResolver(isDecline ? declineBody : approveBody, undefined, { raw: true }),
    defaultValues: { Note: "" },
  });
  const formProps = useSubmit({
    form,
    fallbackMessage: t("Nothing was changed"),
    lostAnswerMessage: mayBeDoneText(),
    send: async (body, idempotencyKey) => {
      const endpoint = isDecline ? decline : approve;
      const response = await callEndpoint(endpoint, { params: { ApprovalID: row.ApprovalID }, body, idempotencyKey });
      onClose();
      return { ...response, detail: describeApproval(row) };
    },
  });
  return (
    <Form
      {...formProps}
      serverError={formProps.serverError ?? (isDecided && !form.formState.isSubmitting ? describeDecided() : undefined)}
      submitLabel={isDecline ? t("Decline") : t("Approve")}
      submitDisabled={isDecided}
      onCancel={onClose}
      columns={1}
    >
      <TextAreaField
        name="Note"
        label={t("Note")}
        hint={isDecline ? t("The requester sees it") : t("Optional. The requester sees it.")}
      />
    </Form>
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
    <SpacedFactList>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
    </SpacedFactList>
  );
}

const SpacedFactList = styled(FactList)`
  margin-block-end: ${({ theme }) => theme.space.l};
`;

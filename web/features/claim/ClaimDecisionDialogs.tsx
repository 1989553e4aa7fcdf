import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import { declineBody } from "../../../shared/endpoints/approval.ts";
import { confirmClaim, declineClaim, readSlip } from "../../../shared/endpoints/claim.ts";
import type { ClaimRecord } from "../../../shared/resources/claim.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint, fetchFile } from "../../api/request.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { ReceiptFields } from "../../domain/receipts/ReceiptFields.tsx";
import { clearHiddenDetails, keyOfSave, useDuplicateQuestion } from "../../domain/receipts/useReceiptMutations.tsx";
import { t } from "../../i18n/t.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { createResourceResolver, type FormValues } from "../../resource/formValues.ts";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Spinner } from "../../ui/feedback/Loading.tsx";
import { TextAreaField } from "../../ui/form/FormFields.tsx";
import { describeClaim } from "./claimColumns.tsx";

interface DecisionDialogProps {
  row: ClaimRecord;
  /** The claim was decided or withdrawn while the dialog was open. */
  isDecided: boolean;
  onClose: () => void;
}

/** Shows the slip and records the receipt, filled in from the claim. */
export function ConfirmClaimDialog({ row, isDecided, onClose }: DecisionDialogProps) {
  const { HouseNo, Amount, PaymentDate, Method, Reference, BankName, ChequeNo, ChequeDate } = row;
  const form = useForm<FormValues, unknown, FormValues>({
    resolver: createResourceResolver(paymentReceipt),
    defaultValues: {
      HouseNo,
      AmountPaid: Amount,
      PaymentDate,
      PaymentMethod: Method,
      Reference,
      BankName,
      ChequeNo,
      ChequeDate: ChequeDate ?? undefined,
      Remarks: "",
      AccountID: undefined,
    },
  });
  const { saveConfirmingDuplicate, dialog } = useDuplicateQuestion();
  return (
    <>
      <FormDialog
        form={form}
        send={(values, key) =>
          saveConfirmingDuplicate((options) =>
            callEndpoint<SuccessMessage>(confirmClaim, {
              params: { ClaimID: row.ClaimID },
              body: { ...clearHiddenDetails(values), ...options },
              idempotencyKey: keyOfSave(key, options),
            }),
          )
        }
        onClose={onClose}
        fallbackMessage={t("No receipt was recorded")}
        columns={2}
        width="m"
        leading={<HouseBadge houseNo={HouseNo} category={row.CategoryName} />}
        title={t("Confirm Claim")}
        submitLabel={t("Record receipt")}
        submitDisabled={isDecided}
        initialField="AmountPaid"
        formError={isDecided && !form.formState.isSubmitting ? describeDecided() : undefined}
        notice={<SlipPreview row={row} />}
      >
        <ReceiptFields hasFixedHouse hasKnownAmount />
      </FormDialog>
      {dialog}
    </>
  );
}

/** Declines the claim with a note to the resident. */
export function DeclineClaimDialog({ row, isDecided, onClose }: DecisionDialogProps) {
  const form = useForm({ resolver: zodResolver(declineBody), defaultValues: { Note: "" } });
  return (
    <FormDialog
      form={form}
      send={(body, idempotencyKey) =>
        callEndpoint<SuccessMessage>(declineClaim, { params: { ClaimID: row.ClaimID }, body, idempotencyKey })
      }
      onClose={onClose}
      leading={<HouseBadge houseNo={row.HouseNo} category={row.CategoryName} />}
      title={t("Decline this claim?")}
      description={describeClaim(row)}
      submitLabel={t("Decline")}
      submitDisabled={isDecided}
      formError={isDecided && !form.formState.isSubmitting ? describeDecided() : undefined}
    >
      <TextAreaField name="Note" label={t("Note")} hint={t("The resident sees it")} />
    </FormDialog>
  );
}

function describeDecided(): string {
  return t("This claim has already been decided or withdrawn.");
}

/** The photo of the slip; a PDF is downloaded in the list. */
function SlipPreview({ row: { ClaimID, AttachmentID, AttachmentType } }: { row: ClaimRecord }) {
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<string>();
  const isPhoto = AttachmentType !== "" && AttachmentType !== "application/pdf";
  // AttachmentID changes when the resident replaces the slip.
  useEffect(() => {
    if (!isPhoto || AttachmentID === "") return;
    let objectUrl: string | undefined;
    let isCurrent = true;
    fetchFile(readSlip, { ClaimID }).then(
      ({ bytes }) => {
        if (!isCurrent) return;
        objectUrl = URL.createObjectURL(new Blob([bytes], { type: AttachmentType }));
        setUrl(objectUrl);
        setError(undefined);
      },
      (failure: unknown) => isCurrent && setError(describeError(failure)),
    );
    return () => {
      isCurrent = false;
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [ClaimID, AttachmentID, AttachmentType, isPhoto]);
  if (AttachmentType === "") return <p>{t("No slip is attached.")}</p>;
  if (!isPhoto) return <p>{t("The slip is a PDF; download it in the list.")}</p>;
  if (error !== undefined) return <Callout tone="warn" title={error} />;
  return <PhotoFrame>{url === undefined ? <Spinner /> : <Photo src={url} alt={t("Slip")} />}</PhotoFrame>;
}

/** Has the height of the photo before it is loaded, so that the fields below it stay in place. */
const PhotoFrame = styled.div`
  display: grid;
  grid-template: 100% / 100%;
  place-items: center;
  block-size: 40vh;
`;

const Photo = styled.img`
  ${({ theme }) => css`
    max-inline-size: 100%;
    max-block-size: 100%;
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.field};
    object-fit: contain;
  `}
`;

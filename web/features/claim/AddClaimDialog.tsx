import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { type ClaimRecord, claim } from "../../../shared/resources/claim.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { request } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { AttachmentField, attachChosenFile } from "../../domain/attachments.tsx";
import { HouseField } from "../../domain/plots/HouseField.tsx";
import { PaymentMethodFields } from "../../domain/receipts/ReceiptFields.tsx";
import { clearHiddenDetails } from "../../domain/receipts/useReceiptMutations.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { createResourceResolver, type FormValues } from "../../resource/formValues.ts";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { DateField, NumberField, SelectField } from "../../ui/form/FormFields.tsx";
import { attachSlip } from "./slip.ts";

interface AddClaimDialogProps {
  /** The house whose link opened the form; undefined for the button of the list. */
  plotId: number | undefined;
  onClose: () => void;
}

/** Adds a claim with its slip. The house of a resident with one house is filled in. */
export function AddClaimDialog({ plotId, onClose }: AddClaimDialogProps) {
  const isResident = useSession()?.user.role.scope === "own";
  const houses = useResource(plot).rows;
  const today = useSocietyToday();
  const [slip, setSlip] = useState<File>();
  const form = useForm<FormValues, unknown, FormValues>({
    resolver: createResourceResolver(claim),
    defaultValues: {
      PlotID: plotId,
      Amount: undefined,
      PaymentDate: today,
      Method: "Bank Transfer",
      Reference: "",
      BankName: "",
      ChequeNo: "",
      ChequeDate: undefined,
    },
  });

  const onlyHouse = isResident && houses.length === 1 ? houses[0]?.PlotID : undefined;
  const { getValues, setValue } = form;
  // The link of the home page can open the form before the houses are loaded.
  useEffect(() => {
    if (onlyHouse !== undefined && getValues("PlotID") === undefined) setValue("PlotID", onlyHouse);
  }, [onlyHouse, getValues, setValue]);

  async function send(values: FormValues, idempotencyKey: string): Promise<SuccessMessage> {
    const body = clearHiddenDetails(values, "Method");
    const { data } = await request<{ data: ClaimRecord }>({
      method: "post",
      path: `/${claim.name}`,
      body,
      idempotencyKey,
    });
    if (slip) await attachChosenFile(slip, (slipBody) => attachSlip(data.ClaimID, slipBody));
    return { message: t("Sent to the office. You see here when it is confirmed.") };
  }

  return (
    <FormDialog
      form={form}
      send={send}
      onClose={onClose}
      fallbackMessage={t("The claim was not sent")}
      columns={2}
      width="m"
      title={isResident ? t("I Have Paid") : t("Add Claim")}
      description={t("The office checks the payment and records the receipt.")}
      submitLabel={t("Send Claim")}
    >
      {isResident ? (
        <SelectField
          name="PlotID"
          label={t("House")}
          placeholder={t("Select House")}
          options={houses.map(({ PlotID, HouseNo }) => ({ value: PlotID, label: HouseNo }))}
        />
      ) : (
        <HouseField name="PlotID" label={t("House")} />
      )}
      <NumberField name="Amount" label={t("Amount")} hint={t("In rupees")} />
      <DateField name="PaymentDate" label={t("Payment Date")} max={today} />
      <PaymentMethodFields name="Method" />
      <AttachmentField label={t("Photo of the slip")} file={slip} onChange={setSlip} />
    </FormDialog>
  );
}

import { useFormContext } from "react-hook-form";
import styled, { css } from "styled-components";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { chequeStateLabels, isPostDated } from "../../../shared/domain/cheques.ts";
import {
  listMissingPaymentDetails,
  type PaymentDetail,
  paymentDetails,
  paymentMethods,
} from "../../../shared/resources/payment-receipt.ts";
import { hasVisibleText } from "../../../shared/text.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { isolate, t } from "../../i18n/t.ts";
import { useSocietySettings } from "../../live/society.ts";
import type { ExportColumn } from "../../resource/export/ExportMenu.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import { DateField, TextField } from "../../ui/form/FormFields.tsx";
import { WholeRow } from "../../ui/form/FormLayout.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import type { Receipt } from "./receipt.ts";

/** The fields for the details of a payment method; for an unknown method those of Cash. */
export function PaymentDetailFields({ method }: { method: unknown }) {
  const validMethod = paymentMethods.find((name) => name === method) ?? "Cash";
  return paymentDetails[validMethod].map((name) =>
    name === "ChequeDate" ? (
      <DateField key={name} name={name} label={paymentDetailLabel(name)} />
    ) : (
      <TextField key={name} name={name} label={paymentDetailLabel(name)} />
    ),
  );
}

/** Says which details a receipt lacks, where the society does not require them. */
export function MissingDetailsHint() {
  const { watch } = useFormContext<FormValues>();
  const settings = useSocietySettings();
  const method = paymentMethods.find((name) => name === watch("PaymentMethod"));
  const missing = paymentDetails[method ?? "Cash"].filter((name) => !hasVisibleText(String(watch(name) ?? "")));
  if (!settings || settings.RequirePaymentDetails || missing.length === 0) return null;
  return (
    <WholeRow>
      <MetaText as="p" role="status">
        {t("Missing: {fields}. You can save the receipt and add them later.", { fields: formatDetailLabels(missing) })}
      </MetaText>
    </WholeRow>
  );
}

/** The payment method and its details on two lines, on a card in one; missing details are marked. */
export function PaymentMethodCell({ receipt }: { receipt: Receipt }) {
  const details = formatPaymentDetails(receipt);
  const missing = listMissingPaymentDetails(receipt);
  const method = describeMethod(receipt, useSocietyToday());
  if (details === "" && missing.length === 0) return method;
  const missingText = t("Missing: {fields}", { fields: formatDetailLabels(missing) });
  return (
    <TwoLines title={missing.length > 0 ? missingText : details}>
      <span>{method}</span>
      {missing.length > 0 ? (
        <Missing>{details === "" ? t("Details missing") : missingText}</Missing>
      ) : (
        <bdi>{details}</bdi>
      )}
    </TwoLines>
  );
}

/** The method, and where the list of cheques has the cheque: `Cheque: In hand`. */
function describeMethod({ PaymentMethod, ChequeState, ChequeDate }: Receipt, today: Day): string {
  const method = t(PaymentMethod);
  if (ChequeState === "") return method;
  const isWaiting = ChequeState === "in-hand" && isPostDated({ ChequeDate }, today);
  return t("{method}: {state}", { method, state: isWaiting ? t("Post-dated") : t(chequeStateLabels[ChequeState]) });
}

/** Bank, numbers and date of the cheque: `HBL, 105186, 14/11/2026`. */
export function formatPaymentDetails({
  BankName,
  ChequeNo,
  Reference,
  ChequeDate,
}: Pick<Receipt, PaymentDetail>): string {
  return [BankName, ChequeNo, Reference, ChequeDate && formatDay(ChequeDate)]
    .flatMap((detail) => (detail ? isolate(detail) : []))
    .join(t(", "));
}

export function buildPaymentDetailExportColumns(): readonly ExportColumn<Receipt>[] {
  const textColumn = (key: Exclude<PaymentDetail, "ChequeDate">) => ({
    key,
    title: paymentDetailLabel(key),
    width: 14,
    exportValue: (receipt: Receipt) => receipt[key],
  });
  return [
    textColumn("BankName"),
    textColumn("Reference"),
    textColumn("ChequeNo"),
    {
      key: "ChequeDate",
      title: paymentDetailLabel("ChequeDate"),
      width: 12,
      exportValue: ({ ChequeDate }) => ChequeDate && { day: ChequeDate },
    },
  ];
}

function formatDetailLabels(names: readonly PaymentDetail[]): string {
  return names.map(paymentDetailLabel).join(t(", "));
}

function paymentDetailLabel(name: PaymentDetail): string {
  return t(detailLabels[name]);
}

const detailLabels = {
  Reference: "Reference",
  BankName: "Bank",
  ChequeNo: "Cheque No",
  ChequeDate: "Cheque Date",
} as const satisfies Record<PaymentDetail, string>;

const TwoLines = styled.span`
  ${({ theme }) => css`
    display: grid;
    justify-items: start;
    line-height: 1.2;

    > * {
      max-inline-size: 100%;
      overflow: hidden;
      text-overflow: ellipsis;
    }

    > :last-child {
      ${typography("meta")}
      color: ${theme.color.textMuted};
      line-height: 1.2;
    }

    ${theme.mobile} {
      display: inline;

      > :first-child {
        margin-inline-end: ${theme.space.xs};
      }
    }
  `}
`;

const Missing = styled.span`
  && {
    color: ${({ theme }) => theme.color.amber};
  }
`;

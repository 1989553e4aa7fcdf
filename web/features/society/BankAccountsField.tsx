import { useFieldArray } from "react-hook-form";
import styled, { css } from "styled-components";
import { maxBankAccounts } from "../../../shared/resources/society.ts";
import { t } from "../../i18n/t.ts";
import { Button, IconButton } from "../../ui/button/Button.tsx";
import { useFormField } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The bank accounts that owners pay into, one row each. The first error of any row is below them. */
export function BankAccountsField() {
  const { form, error, lockedReason } = useFormField("BankAccounts", { label: t("Bank accounts") });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "BankAccounts" });
  const isLocked = lockedReason !== undefined;
  return (
    <Fieldset>
      <legend>{t("Bank accounts")}</legend>
      {fields.map(({ id }, index) => (
        <Row key={id} role="group" aria-label={t("Account {number}", { number: index + 1 })}>
          <TextField name={`BankAccounts.${index}.Title`} label={t("Title of account")} />
          <TextField name={`BankAccounts.${index}.Bank`} label={t("Bank")} />
          <TextField name={`BankAccounts.${index}.IBAN`} label={t("IBAN")} />
          {!isLocked && (
            <IconButton
              icon="trash"
              label={t("Remove account {number}", { number: index + 1 })}
              onClick={() => remove(index)}
            />
          )}
        </Row>
      ))}
      {error && <ErrorText role="alert">{error}</ErrorText>}
      {!isLocked && fields.length < maxBankAccounts && (
        <Button icon="plus" onClick={() => append({ Title: "", Bank: "", IBAN: "" })}>
          {t("Add bank account")}
        </Button>
      )}
    </Fieldset>
  );
}

const Fieldset = styled.fieldset`
  ${({ theme }) => css`
    display: grid;
    grid-column: 1 / -1;
    gap: ${theme.space.m};
    justify-items: start;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;

    legend {
      ${typography("strong")}
      margin-block-end: ${theme.space.s};
      padding: 0;
    }
  `}
`;

const Row = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: 1fr 1fr 1fr auto;
    gap: ${theme.space.m};
    align-items: end;
    inline-size: 100%;

    ${theme.mobile} {
      grid-template-columns: 1fr;
      justify-items: stretch;
      padding-block-end: ${theme.space.m};
      border-block-end: 1px solid ${theme.color.border};
    }
  `}
`;

const ErrorText = styled.p`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.red};
`;

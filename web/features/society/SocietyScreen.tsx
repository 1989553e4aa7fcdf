import { useState } from "react";
import styled from "styled-components";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { readSocietyRecord, updateSociety } from "../../../shared/endpoints/society.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { cashAccountId } from "../../../shared/resources/account.ts";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { society } from "../../../shared/resources/society.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { reloadSocietyInfo } from "../../api/societyInfo.ts";
import { AccountField, useAccountNames } from "../../domain/accounts.tsx";
import { t } from "../../i18n/t.ts";
import { useRecentlyChanged } from "../../live/recentChanges.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { textColumn } from "../../resource/columns.tsx";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { ResourceForm } from "../../resource/form/ResourceForm.tsx";
import { type FormValues, toRecordPatch } from "../../resource/formValues.ts";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import type { SaveTarget } from "../../resource/useResourceEditor.ts";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { useFormField } from "../../ui/form/Form.tsx";
import { NumberField, SwitchField, TextAreaField, TextField } from "../../ui/form/FormFields.tsx";
import { Fact, FactList } from "../../ui/layout/FactList.tsx";
import { Section, TabContent } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { BankAccountsField } from "./BankAccountsField.tsx";
import { KeyRotation } from "./KeyRotation.tsx";
import {
  approveUnlockLabel,
  bounceFeeLabel,
  buildLimitFields,
  LimitFields,
  requireDrawerLabel,
  requirePaymentDetailsLabel,
} from "./LimitFields.tsx";
import { SocietyLogoForm } from "./SocietyLogoForm.tsx";

export type SocietyRecord = RecordOf<typeof society>;

const societyResources = [society.name];
const defaultValues = {
  Name: "",
  NameUrdu: "",
  Address: "",
  Phone: "",
  Email: "",
  NTN: "",
  ReceiptFooter: "",
  BankAccounts: [],
  ConsumerPrefix: "",
  MethodAccounts: undefined,
  CertificateDays: undefined,
  BounceFee: undefined,
  Limits: undefined,
  IsSignUpOpen: true,
} satisfies Partial<SocietyRecord>;

/** The settings of the society: what documents show of it, its accounts and limits, and the keys of document codes. */
export function SocietyScreen() {
  const { data, error, refetch } = useLiveRequest<{ data: SocietyRecord }>(readSocietyRecord.path, societyResources);
  const [saved, setSaved] = useState<SocietyRecord>();
  const session = useSession();
  const canUpdate = session !== undefined && canAccess(session, { resource: society, verb: "update" });
  /** The form stays, locked, when the right is revoked, so that no input is lost. */
  const [showsForm, setShowsForm] = useState(canUpdate);
  if (canUpdate && !showsForm) setShowsForm(true);
  const loaded = data?.data;
  // The response to a save arrives before the live change. Until then the saved record is the newer one.
  const record = saved && loaded && saved.Version > loaded.Version ? saved : loaded;

  return (
    <TabContent title={t("Society")}>
      <Scroller>
        <StaleDataNotice error={error} hasData={record !== undefined} onRetry={refetch} />
        {!record && (error ? <FailedRequest error={error} onRetry={refetch} /> : <Skeleton />)}
        {record && (
          <>
            <Section aria-labelledby="society-logo">
              <Heading id="society-logo">{t("Logo")}</Heading>
              <SocietyLogoForm logo={record.Logo} canUpdate={canUpdate} onSaved={setSaved} />
            </Section>
            <Section aria-labelledby="society-settings">
              <Heading id="society-settings">{t("Settings")}</Heading>
              {showsForm ? <SocietyForm record={record} onSaved={setSaved} /> : <SocietyFacts record={record} />}
            </Section>
            {canUpdate && (
              <Section aria-labelledby="society-keys">
                <Heading id="society-keys">{t("Codes on documents")}</Heading>
                <KeyRotation />
              </Section>
            )}
          </>
        )}
      </Scroller>
    </TabContent>
  );
}

interface SocietyFormProps {
  record: SocietyRecord;
  onSaved: (record: SocietyRecord) => void;
}

function SocietyForm({ record, onSaved }: SocietyFormProps) {
  const getHighlight = useRecentlyChanged(society.name);
  /** Incremented to discard the input: the form is mounted again with the current record. */
  const [formKey, setFormKey] = useState(0);

  async function handleSave(values: FormValues, { base, mergedNote = "" }: SaveTarget<SocietyRecord>) {
    const body = { ...(base && toRecordPatch(society, { values, base })), Version: base?.Version };
    const saved = await callEndpoint<{ message: string; data: SocietyRecord }>(updateSociety, { body });
    showToast({ kind: "success", text: [saved.message, mergedNote].filter((text) => text !== "").join(" ") });
    await reloadSocietyInfo();
    onSaved(saved.data);
    setFormKey((current) => current + 1);
  }

  return (
    <ResourceForm
      isOpen
      key={formKey}
      resource={society}
      columns={buildTextFields().map((field) => textColumn({ ...field, width: 20 }))}
      record={record}
      currentRecord={record}
      changedBy={getHighlight(record.SocietyID)?.by}
      defaultValues={defaultValues}
      fields={<SocietyFields />}
      submitLabel={t("Save")}
      oneColumn={false}
      onSave={handleSave}
      onCancel={() => setFormKey(formKey + 1)}
    />
  );
}

function SocietyFields() {
  return (
    <>
      <TextField name="Name" label={t("Name of the society")} />
      <TextField name="NameUrdu" label={t("Name in Urdu")} hint={t("Shown where the language is Urdu")} />
      <TextAreaField name="Address" label={t("Address")} fullWidth />
      <TextField name="Phone" label={t("Phone")} type="tel" />
      <TextField name="Email" label={t("Email")} type="email" />
      <TextField name="NTN" label={t("NTN")} hint={t("National Tax Number, for example 1234567-8")} />
      <TextAreaField
        name="ReceiptFooter"
        label={t("Receipt Footer")}
        hint={t("Printed at the end of every receipt")}
        fullWidth
      />
      <BankAccountsField />
      <TextField
        name="ConsumerPrefix"
        label={t("First digits of consumer numbers")}
        hint={t("Two digits with which the consumer number on every bill begins")}
      />
      <NumberField
        name="CertificateDays"
        label={t("Days for which a certificate is valid")}
        hint={t("How long a no-demand certificate is valid after the day of issue")}
      />
      <MethodAccountsField />
      <LimitFields />
      <SwitchField
        name="IsSignUpOpen"
        label={t("Residents can create accounts")}
        hint={t("A new account sees nothing until the office links it to a plot")}
      />
    </>
  );
}

/**
 * The account that takes the payments of each method. AccountField renders nothing while there is only the cash
 * account.
 */
function MethodAccountsField() {
  // Registers the label under which a merge conflict shows these fields as one.
  useFormField("MethodAccounts", { label: t("Accounts of payment methods") });
  return paymentMethods.map((method) => (
    <AccountField
      key={method}
      name={`MethodAccounts.${method}`}
      label={t("Account for {method}", { method: t(method) })}
      placeholder={t("Cash account")}
    />
  ));
}

function SocietyFacts({ record }: { record: SocietyRecord }) {
  return (
    <FactList>
      {buildTextFields().map(({ key, title }) => (
        <Fact key={key} label={title}>
          <bdi>{record[key] || t("nothing")}</bdi>
        </Fact>
      ))}
      <Fact label={t("Bank accounts")}>
        {record.BankAccounts.map(({ Title, Bank, IBAN }) => (
          <div key={IBAN}>
            <bdi>{`${Title}, ${Bank}, ${IBAN}`}</bdi>
          </div>
        ))}
      </Fact>
      <Fact label={t("First digits of consumer numbers")}>{record.ConsumerPrefix}</Fact>
      <Fact label={t("Days for which a certificate is valid")}>{record.CertificateDays}</Fact>
      <MethodAccountsFacts accounts={record.MethodAccounts} />
      {buildLimitFields().map(({ key, title }) => (
        <Fact key={key} label={title}>
          {record.Limits[key] ?? t("no limit")}
        </Fact>
      ))}
      <Fact label={bounceFeeLabel()}>{record.BounceFee ?? t("none")}</Fact>
      <Fact label={approveUnlockLabel()}>{t(record.Limits.Unlock ? "Yes" : "No")}</Fact>
      <Fact label={requirePaymentDetailsLabel()}>{t(record.Limits.RequirePaymentDetails ? "Yes" : "No")}</Fact>
      <Fact label={requireDrawerLabel()}>{t(record.Limits.RequireDrawer ? "Yes" : "No")}</Fact>
      <Fact label={t("Residents can create accounts")}>{t(record.IsSignUpOpen ? "Yes" : "No")}</Fact>
    </FactList>
  );
}

/** Nothing where MethodAccountsField renders nothing, and for users who may not read the accounts. */
function MethodAccountsFacts({ accounts }: { accounts: SocietyRecord["MethodAccounts"] }) {
  const names = useAccountNames();
  if (names.size < 2) return null;
  return paymentMethods.map((method) => (
    <Fact key={method} label={t("Account for {method}", { method: t(method) })}>
      <bdi>{names.get(accounts[method] ?? cashAccountId)}</bdi>
    </Fact>
  ));
}

function buildTextFields() {
  return [
    { key: "Name", title: t("Name of the society") },
    { key: "NameUrdu", title: t("Name in Urdu") },
    { key: "Address", title: t("Address") },
    { key: "Phone", title: t("Phone") },
    { key: "Email", title: t("Email") },
    { key: "NTN", title: t("NTN") },
    { key: "ReceiptFooter", title: t("Receipt Footer") },
  ] as const;
}

const Scroller = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;

  form {
    max-inline-size: 60rem;
  }
`;

const Heading = styled.h3`
  ${typography("sectionTitle")}
  margin-block-end: ${({ theme }) => theme.space.l};
`;

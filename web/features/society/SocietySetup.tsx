import { useForm } from "react-hook-form";
import styled from "styled-components";
import { updateSociety } from "../../../shared/endpoints/society.ts";
import { society } from "../../../shared/resources/society.ts";
import { mayBeDoneText } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { reloadSocietyInfo } from "../../api/societyInfo.ts";
import { t } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { createResourceResolver, type FormValues } from "../../resource/formValues.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextAreaField, TextField } from "../../ui/form/FormFields.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";

/** Asks the administrator of a new portal for the society's name, in place of the dashboard. */
export function SocietySetup({ onPostpone }: { onPostpone: () => void }) {
  const form = useForm<FormValues, unknown, FormValues>({
    resolver: createResourceResolver(society),
    defaultValues: { Name: "", NameUrdu: "", Address: "", Phone: "" },
  });
  const formProps = useSubmit({
    form,
    fallbackMessage: t("The society was not saved"),
    lostAnswerMessage: mayBeDoneText(),
    send: async (body) => {
      const response = await callEndpoint(updateSociety, { body });
      await reloadSocietyInfo();
      return response;
    },
  });

  return (
    <Page title={t("Set up your society")}>
      <Section aria-label={t("Set up your society")}>
        <Column>
          <p>
            {t(
              "Screens, receipts, statements and emails show this name. You can change everything later under System Management, Society.",
            )}
          </p>
          <Form {...formProps} submitLabel={t("Save")} columns={1}>
            <TextField name="Name" label={t("Name of the society")} />
            <TextField name="NameUrdu" label={t("Name in Urdu")} hint={t("Shown where the language is Urdu")} />
            <TextAreaField name="Address" label={t("Address")} />
            <TextField name="Phone" label={t("Phone")} type="tel" />
          </Form>
          <Button variant="ghost" onClick={onPostpone}>
            {t("Later")}
          </Button>
        </Column>
      </Section>
    </Page>
  );
}

const Column = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  max-inline-size: 32rem;
`;

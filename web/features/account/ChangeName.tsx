import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { changeName, changeNameBody } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { applyServerErrors } from "../../resource/form/serverErrors.ts";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

/** Changes how one is called; every window hears of it by itself. */
export function ChangeName({ fullName }: { fullName: string }) {
  const [refused, setRefused] = useState<string>();
  const form = useForm({
    resolver: zodResolver(changeNameBody),
    values: { fullName },
    resetOptions: { keepDirtyValues: true },
  });

  async function handleSubmit(given: z.output<typeof changeNameBody>) {
    setRefused(undefined);
    try {
      const { message } = await callEndpoint(changeName, { body: given });
      form.reset(given);
      showToast({ kind: "success", text: message ?? "" });
    } catch (problem) {
      setRefused(
        applyServerErrors(problem, { form, fields: ["fullName"], fallbackMessage: t("The name was not changed") }),
      );
    }
  }

  return (
    <Form form={form} onSubmit={handleSubmit} submitLabel={t("Change name")} serverError={refused} columns={1}>
      <TextField name="fullName" label={t("Full Name")} autoComplete="name" />
    </Form>
  );
}

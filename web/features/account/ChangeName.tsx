import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { changeName, nameChange } from "../../../shared/endpoints/auth.ts";
import { showRefusal } from "../../formRefusal.ts";
import { say } from "../../lib/language.ts";
import { call } from "../../lib/request.ts";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** Changes how one is called; every window hears of it by itself. */
export function ChangeName({ fullName }: { fullName: string }) {
  const [refused, setRefused] = useState<string>();
  const form = useForm({
    resolver: zodResolver(nameChange),
    values: { fullName },
    resetOptions: { keepDirtyValues: true },
  });

  async function handleSubmit(given: z.output<typeof nameChange>) {
    setRefused(undefined);
    try {
      const { message } = await call(changeName, { body: given });
      form.reset(given);
      showToast({ kind: "success", text: message ?? "" });
    } catch (problem) {
      setRefused(showRefusal(problem, { form, fields: ["fullName"], fallback: say("The name was not changed") }));
    }
  }

  return (
    <Form form={form} onSubmit={handleSubmit} submitLabel={say("Change name")} serverError={refused} columns={1}>
      <TextField name="fullName" label={say("Full Name")} autoComplete="name" />
    </Form>
  );
}

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { forgotten, resetPassword } from "../../../shared/endpoints/auth.ts";
import { showRefusal } from "../../formRefusal.ts";
import { say } from "../../lib/language.ts";
import { call } from "../../lib/request.ts";
import { Note } from "../../Note.tsx";
import { Said } from "../../Said.tsx";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { AuthPage, Way, Words } from "./AuthPage.tsx";

/** Asks for a link to choose a new password; what is said afterwards does not tell whether the address is known. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: zodResolver(forgotten), defaultValues: { email: "" } });

  async function handleSubmit({ email }: z.output<typeof forgotten>) {
    setRefused(undefined);
    try {
      const { message } = await call(resetPassword, { body: { email } });
      showToast({ kind: "success", text: message ?? "" });
      setSentTo(email);
    } catch (problem) {
      setRefused(showRefusal(problem, { form, fields: ["email"], fallback: say("Password reset failed") }));
    }
  }

  function handleAgain() {
    form.reset();
    // The field must stand there before it can take the focus that the button leaves.
    flushSync(() => setSentTo(undefined));
    form.setFocus("email");
  }

  return (
    <AuthPage title={say("Forgot password")}>
      {sentTo === undefined ? (
        <>
          <Words>
            {say("Enter the e-mail address of your account and we send you a link to choose a new password.")}
          </Words>
          <Form
            form={form}
            onSubmit={handleSubmit}
            submitLabel={say("Send reset link")}
            serverError={refused}
            columns={1}
            fullWidth
          >
            <TextField name="email" label={say("Email")} type="email" autoComplete="email" />
          </Form>
        </>
      ) : (
        <Note
          title={say("Check your email")}
          urgent
          actions={<Button onClick={handleAgain}>{say("Try another email")}</Button>}
        >
          <Said
            text="If {email} belongs to an account, a link is on its way. It works once, within 10 minutes."
            with={{ email: <bdi>{sentTo}</bdi> }}
          />
        </Note>
      )}
      <Words>
        <Way to="/login">{say("Back to login")}</Way>
      </Words>
    </AuthPage>
  );
}

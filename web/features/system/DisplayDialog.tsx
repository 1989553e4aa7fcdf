import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import { makeDisplay } from "../../../shared/endpoints/wall.ts";
import { displayForm } from "../../../shared/resources/display.ts";
import { showRefusal } from "../../formRefusal.ts";
import { say } from "../../lib/language.ts";
import { call } from "../../lib/request.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** Makes a display, and shows its link, which nobody can be shown again. */
export function DisplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const form = useForm({
    resolver: zodResolver(displayForm),
    defaultValues: { DisplayName: "" },
  });

  async function handleSubmit(body: unknown) {
    setRefused(undefined);
    try {
      const { data, message } = await call<{ data: { Key: string }; message?: string }>(makeDisplay, { body });
      setLink(`${location.origin}/wall/${data.Key}`);
      showToast({ kind: "success", text: message ?? "" });
    } catch (problem) {
      const fallback = say("The display was not made");
      setRefused(showRefusal(problem, { form, fields: ["DisplayName"], fallback }));
    }
  }

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(link ?? "");
      showToast({ kind: "success", text: say("Link copied") });
    } catch {
      showToast({ kind: "error", text: say("Select the link and copy it yourself") });
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={link === undefined ? say("Add Display") : say("The display's link")}
      description={
        link !== undefined &&
        say(
          "Open it on the screen now: it is shown only this once. Whoever has it sees the figures until you switch the display off.",
        )
      }
      width="m"
    >
      {link === undefined ? (
        <Form
          form={form}
          onSubmit={handleSubmit}
          submitLabel={say("Add Display")}
          onCancel={onClose}
          serverError={refused}
          columns={1}
        >
          <TextField name="DisplayName" label={say("Name")} />
        </Form>
      ) : (
        <Line>
          <Link readOnly dir="ltr" aria-label={say("The display's link")} value={link} onFocus={selectAll} />
          <Button variant="primary" icon="copy" onClick={() => void handleCopy()}>
            {say("Copy link")}
          </Button>
        </Line>
      )}
    </Dialog>
  );
}

function selectAll({ currentTarget }: { currentTarget: HTMLInputElement }) {
  currentTarget.select();
}

const Line = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.s};
  `}
`;

const Link = styled.input`
  ${({ theme: t }) => css`
    flex: 1;
    min-inline-size: 0;
    block-size: ${t.size.button}px;
    padding-inline: ${t.size.cellPad};
    border: 1px solid ${t.color.ctl};
    border-radius: ${t.radius.field};
    background: ${t.color.sunken};
    color: ${t.color.ink};
    font: inherit;
  `}
`;

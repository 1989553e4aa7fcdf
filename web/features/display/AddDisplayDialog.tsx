import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import { createDisplay } from "../../../shared/endpoints/display.ts";
import { displayBody } from "../../../shared/resources/display.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { PageDialog } from "../../resource/PageDialog.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

/** Adds a display and shows its link, which the server sends only once. */
export function AddDisplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const form = useForm({ resolver: zodResolver(displayBody), defaultValues: { DisplayName: "" } });

  const formProps = useSubmit({
    form,
    fallbackMessage: t("The display was not added"),
    // The server stores no answer with a secret, so a repeated request does not get the link.
    lostAnswerMessage: t(
      "No answer came. If the list shows the display now, delete it and add it again, because its link is sent only once.",
    ),
    send: async (body) => {
      const response = await callEndpoint<{ data: { Key: string }; message?: string }>(createDisplay, { body });
      setLink(`${location.origin}/wall/${response.data.Key}`);
      return response;
    },
  });

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(link ?? "");
      showToast({ kind: "success", text: t("Link copied") });
    } catch {
      showToast({ kind: "error", text: t("Copying failed. Select the link and copy it.") });
    }
  }

  return (
    <PageDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={link === undefined ? t("Add Display") : t("The display's link")}
      description={
        link !== undefined &&
        t(
          "Open it on the screen now, because it is shown only once. Anyone with the link sees the figures until you switch the display off.",
        )
      }
      width="m"
    >
      {link === undefined ? (
        <Form {...formProps} submitLabel={t("Add Display")} onCancel={onClose} columns={1}>
          <TextField name="DisplayName" label={t("Name")} />
        </Form>
      ) : (
        <LinkRow>
          <LinkInput readOnly dir="ltr" aria-label={t("The display's link")} value={link} onFocus={selectAll} />
          <Button variant="primary" icon="copy" onClick={() => void handleCopy()}>
            {t("Copy link")}
          </Button>
        </LinkRow>
      )}
    </PageDialog>
  );
}

function selectAll({ currentTarget }: { currentTarget: HTMLInputElement }) {
  currentTarget.select();
}

const LinkRow = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s};
  `}
`;

const LinkInput = styled.input`
  ${({ theme }) => css`
    flex: 1;
    min-inline-size: 0;
    block-size: ${theme.size.button}px;
    padding-inline: ${theme.size.cellPadding};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.field};
    background: ${theme.color.sunken};
    color: ${theme.color.text};
    font: inherit;
  `}
`;

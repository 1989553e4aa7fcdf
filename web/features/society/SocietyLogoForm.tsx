import { type ChangeEvent, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { maxLogoBytes, removeLogo, replaceLogo } from "../../../shared/endpoints/society.ts";
import { messages } from "../../../shared/messages.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { reloadSocietyInfo } from "../../api/societyInfo.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { SocietyRecord } from "./SocietyScreen.tsx";

interface SocietyLogoFormProps {
  /** A data URL; "" without a logo. */
  logo: string;
  canUpdate: boolean;
  onSaved: (record: SocietyRecord) => void;
}

/** The logo as it appears, with buttons to replace and remove it. */
export function SocietyLogoForm({ logo, canUpdate, onSaved }: SocietyLogoFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  /** Shows the result of a request that replaces or removes the logo. */
  async function handleSave(request: Promise<{ message: string; data: SocietyRecord }>) {
    setIsBusy(true);
    setError(undefined);
    try {
      const { message, data } = await request;
      showToast({ kind: "success", text: message });
      onSaved(data);
      await reloadSocietyInfo();
    } catch (cause) {
      setError(describeError(cause));
    }
    setIsBusy(false);
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Allows choosing the same file again after it was corrected.
    currentTarget.value = "";
    if (!file) return;
    if (file.size > maxLogoBytes) return setError(translateMessage(messages["logo-too-large"]));
    // The server decides by the content of the file, not by its name or type.
    void handleSave(callEndpoint(replaceLogo, { body: new Blob([file], { type: "application/octet-stream" }) }));
  }

  return (
    <Stack>
      {logo === "" ? <p>{t("No logo yet.")}</p> : <Preview src={logo} alt={t("Logo of the society")} />}
      {canUpdate && (
        <>
          <Buttons>
            <input ref={input} type="file" accept="image/png,image/jpeg" hidden onChange={handleChange} />
            <Button icon="upload" busy={isBusy} onClick={() => input.current?.click()}>
              {t("Choose an image")}
            </Button>
            {logo !== "" && (
              <Button
                icon="trash"
                variant="ghost"
                busy={isBusy}
                onClick={() => void handleSave(callEndpoint(removeLogo))}
              >
                {t("Remove the logo")}
              </Button>
            )}
          </Buttons>
          {error === undefined ? (
            <HelpText>{t("PNG or JPEG, up to 200 kB and 2000 × 2000 pixels")}</HelpText>
          ) : (
            <HelpText role="alert" $isError>
              {error}
            </HelpText>
          )}
        </>
      )}
    </Stack>
  );
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  justify-items: start;
`;

const Preview = styled.img`
  ${({ theme }) => css`
    max-inline-size: 16rem;
    max-block-size: 8rem;
    padding: ${theme.space.m};
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.field};
    background: ${theme.color.surface};
  `}
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.space.s};
`;

const HelpText = styled.p<{ $isError?: boolean }>`
  ${typography("meta")}
  color: ${({ theme, $isError }) => ($isError ? theme.color.red : theme.color.textSubtle)};
`;

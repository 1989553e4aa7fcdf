import { type ComponentPropsWithRef, useState } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { IconButton } from "../button/Button.tsx";
import { Input } from "./Field.tsx";

/** A password's input, hidden until its eye is pressed. */
export function PasswordInput(props: ComponentPropsWithRef<"input">) {
  const [shown, setShown] = useState(false);

  function handleToggle() {
    setShown(!shown);
  }

  return (
    <>
      <Secret {...props} type={shown ? "text" : "password"} />
      <Eye>
        <IconButton
          icon={shown ? "eye-off" : "eye"}
          label={shown ? t("Hide password") : t("Show password")}
          onClick={handleToggle}
        />
      </Eye>
    </>
  );
}

const Secret = styled(Input)`
  padding-inline-end: calc(${({ theme }) => theme.size.inlineField}px + ${({ theme }) => theme.space.s});
`;

const Eye = styled.span`
  ${({ theme }) => css`
    position: absolute;
    inset-block: 0;
    inset-inline-end: ${theme.space.hair};
    display: grid;
    place-items: center;

    ${theme.mobile} {
      inset-inline-end: 0;
    }
  `}
`;

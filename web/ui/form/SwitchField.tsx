import { useId } from "react";
import styled, { css } from "styled-components";
import { touchSize, typography } from "../theme/theme.ts";
import { Switch } from "./Switch.tsx";
import { type FormFieldProps, useFormField } from "./useFormField.ts";

/** Yes or no; the form holds a boolean. Its label stands beside it. */
export function SwitchField({ name, label, hint, fullWidth = false, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, { label, ...field });
  const id = useId();
  const note = error ?? lockedReason ?? hint;
  return (
    <SwitchRow $wide={fullWidth}>
      <Switch
        id={id}
        {...form.register(name)}
        aria-describedby={note ? `${id}-note` : undefined}
        disabled={lockedReason !== undefined}
      />
      <div>
        <Label htmlFor={id}>{label}</Label>
        {note && (
          <Note id={`${id}-note`} $wrong={error !== undefined}>
            {note}
          </Note>
        )}
      </div>
    </SwitchRow>
  );
}

const SwitchRow = styled.div<{ $wide: boolean }>`
  ${({ theme, $wide }) => css`
    display: flex;
    grid-column: ${$wide ? "1 / -1" : "auto"};
    align-items: flex-start;
    gap: ${theme.space.m};
    min-block-size: ${touchSize(theme.size.field)};
    padding-block: ${theme.space.badge};

    ${theme.mobile} {
      padding-block: ${theme.space.m};
    }
  `}
`;

const Label = styled.label`
  ${typography("strong")}
  cursor: pointer;
`;

const Note = styled.p<{ $wrong: boolean }>`
  ${typography("meta")}
  color: ${({ theme, $wrong }) => ($wrong ? theme.color.red : theme.color.textSubtle)};
`;

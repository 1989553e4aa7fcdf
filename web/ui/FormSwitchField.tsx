import { useId } from "react";
import styled, { css } from "styled-components";
import { touchable, type } from "../theme.ts";
import { type FormFieldProps, useFormField } from "./FormControl.ts";
import { Switch } from "./Switch.tsx";

/** Yes or no; the form holds a boolean. Its label stands beside it. */
export function SwitchField({ name, label, hint, wide = false, ...field }: FormFieldProps) {
  const { form, error, locked } = useFormField(name, { label, ...field });
  const id = useId();
  const note = error ?? locked ?? hint;
  return (
    <Line $wide={wide}>
      <Switch
        id={id}
        {...form.register(name)}
        aria-describedby={note ? `${id}-note` : undefined}
        disabled={locked !== undefined}
      />
      <div>
        <Label htmlFor={id}>{label}</Label>
        {note && (
          <Note id={`${id}-note`} $wrong={error !== undefined}>
            {note}
          </Note>
        )}
      </div>
    </Line>
  );
}

const Line = styled.div<{ $wide: boolean }>`
  ${({ theme: t, $wide }) => css`
    display: flex;
    grid-column: ${$wide ? "1 / -1" : "auto"};
    align-items: flex-start;
    gap: ${t.space.m};
    min-block-size: ${touchable(t.size.field)};
    padding-block: ${t.space.plate};

    ${t.phone} {
      padding-block: ${t.space.m};
    }
  `}
`;

const Label = styled.label`
  ${type("strong")}
  cursor: pointer;
`;

const Note = styled.p<{ $wrong: boolean }>`
  ${type("meta")}
  color: ${({ theme, $wrong }) => ($wrong ? theme.color.red : theme.color.ink3)};
`;

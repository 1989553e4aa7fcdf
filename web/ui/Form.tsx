import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import styled, { css } from "styled-components";
import { say, sayMessage } from "../lib/language.ts";
import { Button } from "./Button.tsx";
import { type FieldsTold, FormAround } from "./FormControl.ts";
import { Icon } from "./Icon.tsx";

interface FormProps<Typed extends FieldValues, Parsed> {
  form: UseFormReturn<Typed, unknown, Parsed>;
  /** Called with what the schema made of the input; the submit button is busy until it settles. */
  onSubmit: (values: Parsed) => Promise<unknown> | unknown;
  children: ReactNode;
  submitLabel: string;
  onCancel?: () => void;
  /** The server's refusal, as it said it. */
  serverError?: string;
  columns?: 1 | 2;
  /** Nothing can be changed or sent for now; what was typed stays, to be read and copied. */
  locked?: boolean;
  /** Where the fields tell of themselves; kept by the caller. */
  told?: FieldsTold;
  /** One button over the whole width, as on the sign-in page. */
  fullWidth?: boolean;
}

/** A form whose fields need only a name: on a refused submit the first wrong field is focused and all input stays. */
export function Form<Typed extends FieldValues, Parsed>({
  form,
  onSubmit,
  children,
  submitLabel,
  onCancel,
  serverError,
  columns = 2,
  locked = false,
  told,
  fullWidth = false,
}: FormProps<Typed, Parsed>) {
  const { isSubmitting } = form.formState;
  const [own] = useState<FieldsTold>(() => new Map());
  const around = useMemo(() => ({ locked, told: told ?? own }), [locked, told, own]);

  function handleSubmit(event: FormEvent) {
    // A form in a dialog opened from another form must not submit that one too.
    event.stopPropagation();
    if (locked) return event.preventDefault();
    return form.handleSubmit((values) => onSubmit(values))(event);
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit}>
        <FormAround value={around}>
          <Fields $columns={columns}>{children}</Fields>
        </FormAround>
        {serverError && (
          <Refusal role="alert">
            <Icon name="circle-alert" />
            {sayMessage(serverError)}
          </Refusal>
        )}
        <Actions $fullWidth={fullWidth}>
          {onCancel && <Button onClick={onCancel}>{locked ? say("Close") : say("Cancel")}</Button>}
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={locked}>
            {submitLabel}
          </Button>
        </Actions>
      </form>
    </FormProvider>
  );
}

const Fields = styled.div<{ $columns: 1 | 2 }>`
  ${({ theme: t, $columns }) => css`
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));
    align-items: start;
    gap: ${t.space.l} ${t.size.fieldGap};

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const Refusal = styled.p`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};
    margin-block-start: ${t.space.l};
    padding: ${t.space.s} ${t.space.m};
    border-inline-start: ${t.size.edge}px solid ${t.color.red};
    background: ${t.color.redSoft};
    color: ${t.color.red};
  `}
`;

const Actions = styled.div<{ $fullWidth: boolean }>`
  ${({ theme: t, $fullWidth }) => css`
    display: flex;
    justify-content: flex-end;
    gap: ${t.space.s};
    margin-block-start: ${t.space.xl};

    > * {
      flex: ${$fullWidth ? 1 : "none"};
      min-block-size: ${$fullWidth ? t.size.loginField : t.size.button}px;
    }

    ${t.phone} {
      > * {
        flex: 1;
        min-block-size: ${t.size.phoneTarget}px;
      }
    }
  `}
`;

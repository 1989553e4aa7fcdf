import styled, { css } from "styled-components";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { AuditValue } from "./AuditValue.tsx";
import type { FieldChange } from "./fieldChanges.ts";
import { fieldLabel } from "./fieldLabels.ts";

interface ChangeProps {
  change: FieldChange;
  type: AuditRecord["Type"];
}

/** One field: as it was and is, or what it held. */
export function AuditChange({ change, type: kind }: ChangeProps) {
  const { name, meta, before, after } = change;
  return (
    <Field>
      <Label>{fieldLabel(name)}</Label>
      <span>
        {kind === "update" ? (
          <Trans
            text="{before} → {after}"
            with={{
              before: (
                <Before>
                  <AuditValue name={name} meta={meta} value={before} />
                </Before>
              ),
              after: (
                <After>
                  <AuditValue name={name} meta={meta} value={after} />
                </After>
              ),
            }}
          />
        ) : (
          <AuditValue name={name} meta={meta} value={kind === "insert" ? after : before} />
        )}
      </span>
    </Field>
  );
}

const Field = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${theme.space.s};
  `}
`;

const Label = styled.span`
  ${typography("meta")}
  align-self: center;
  color: ${({ theme }) => theme.color.textMuted};

  &::after {
    content: ":";
  }
`;

const Before = styled.del`
  color: ${({ theme }) => theme.color.textMuted};
  text-decoration: none;
`;

const After = styled.ins`
  font-weight: 600;
  text-decoration: none;
`;

import styled from "styled-components";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";

interface ImportErrorNoticeProps {
  reason: string;
  /** Absent where another try would end the same. */
  onRetry: (() => void) | undefined;
}

/** Why a step did not go through; the file is still here. */
export function ImportErrorNotice({ reason, onRetry }: ImportErrorNoticeProps) {
  return (
    <Spaced>
      <Callout
        urgent
        tone="bad"
        title={reason}
        actions={onRetry && <Button onClick={onRetry}>{t("Try again")}</Button>}
      />
    </Spaced>
  );
}

const Spaced = styled.div`
  margin-block-end: ${({ theme }) => theme.space.l};
`;

import styled from "styled-components";
import { say } from "../lib/language.ts";
import { Note } from "../Note.tsx";
import { Button } from "../ui/Button.tsx";

interface ImportFailedProps {
  reason: string;
  /** Absent where another try would end the same. */
  onAgain: (() => void) | undefined;
}

/** Why a step did not go through; the file is still here. */
export function ImportFailed({ reason, onAgain }: ImportFailedProps) {
  return (
    <Room>
      <Note
        urgent
        tone="bad"
        title={reason}
        actions={onAgain && <Button onClick={onAgain}>{say("Try again")}</Button>}
      />
    </Room>
  );
}

const Room = styled.div`
  margin-block-end: ${({ theme }) => theme.space.l};
`;

import { useEffect, useRef } from "react";
import styled from "styled-components";
import { say, sayMessage } from "../../lib/language.ts";
import { Note } from "../../Note.tsx";
import { Button } from "../../ui/Button.tsx";

interface AuditOlderProps {
  busy: boolean;
  /** Why they did not come. */
  problem: string | undefined;
  onOlder: () => void;
}

/** The end of what has been read: older changes come as it scrolls into sight, or at its press. */
export function AuditOlder({ busy, problem, onOlder }: AuditOlderProps) {
  const end = useRef<HTMLDivElement>(null);
  const waits = !busy && problem === undefined;

  useEffect(() => {
    if (!waits || !end.current) return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && onOlder());
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [waits, onOlder]);

  return (
    <End ref={end}>
      {problem !== undefined && <Note urgent tone="bad" title={sayMessage(problem)} />}
      <Button busy={busy} onClick={onOlder}>
        {problem === undefined ? say("Load more") : say("Try again")}
      </Button>
    </End>
  );
}

const End = styled.div`
  display: grid;
  justify-items: center;
  gap: ${({ theme }) => theme.space.s};
  padding: ${({ theme }) => theme.space.l};
`;

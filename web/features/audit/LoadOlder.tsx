import { useEffect, useRef } from "react";
import styled from "styled-components";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";

interface LoadOlderProps {
  busy: boolean;
  /** Why they did not come. */
  problem: string | undefined;
  onLoadOlder: () => void;
}

/** The end of what has been read: older changes come as it scrolls into sight, or at its press. */
export function LoadOlder({ busy, problem, onLoadOlder }: LoadOlderProps) {
  const end = useRef<HTMLDivElement>(null);
  const waits = !busy && problem === undefined;

  useEffect(() => {
    if (!waits || !end.current) return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoadOlder());
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [waits, onLoadOlder]);

  return (
    <End ref={end}>
      {problem !== undefined && <Callout urgent tone="bad" title={translateMessage(problem)} />}
      <Button busy={busy} onClick={onLoadOlder}>
        {problem === undefined ? t("Load more") : t("Try again")}
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

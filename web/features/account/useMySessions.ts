import { useEffect, useState } from "react";
import { mySessions } from "../../../shared/endpoints/auth.ts";
import { call, Problem } from "../../lib/request.ts";
import { useHandler } from "../../ui/useHandler.ts";

/** A place where one is signed in; instants in UTC. */
export interface OwnSession {
  SessionID: number;
  CreatedAt: string;
  ExpiresAt: string;
  Agent: string;
  IsThis: boolean;
}

interface Read {
  sessions?: readonly OwnSession[];
  problem?: Problem;
}

/** One's sessions, the latest first; read again whenever the window is returned to, and by `again`. */
export function useMySessions(): Read & { again: () => void } {
  const [heard, setHeard] = useState<Read>({});

  const read = useHandler(async () => {
    try {
      const { data } = await call<{ data: OwnSession[] }>(mySessions);
      setHeard({ sessions: data.toSorted((one, other) => other.SessionID - one.SessionID) });
    } catch (error) {
      if (error instanceof Problem) setHeard(({ sessions }) => ({ sessions, problem: error }));
    }
  });
  const again = useHandler(() => void read());

  useEffect(() => {
    again();
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, [again]);

  return { ...heard, again };
}

import { useEffect, useState } from "react";
import { mySessions } from "../../../shared/endpoints/auth.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";

/** A place where one is signed in; instants in UTC. */
export interface OwnSession {
  SessionID: number;
  CreatedAt: string;
  ExpiresAt: string;
  Agent: string;
  IsThis: boolean;
}

interface SessionsState {
  sessions?: readonly OwnSession[];
  problem?: ApiError;
}

/** One's sessions, the latest first; read again whenever the window is returned to, and by `again`. */
export function useMySessions(): SessionsState & { refetch: () => void } {
  const [heard, setHeard] = useState<SessionsState>({});

  const read = useEvent(async () => {
    try {
      const { data } = await callEndpoint<{ data: OwnSession[] }>(mySessions);
      setHeard({ sessions: data.toSorted((one, other) => other.SessionID - one.SessionID) });
    } catch (error) {
      if (error instanceof ApiError) setHeard(({ sessions }) => ({ sessions, problem: error }));
    }
  });
  const refetch = useEvent(() => void read());

  useEffect(() => {
    refetch();
    window.addEventListener("focus", refetch);
    return () => window.removeEventListener("focus", refetch);
  }, [refetch]);

  return { ...heard, refetch };
}

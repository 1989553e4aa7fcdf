import { useNavigate } from "react-router-dom";

/** Goes to the previous page of the portal, or to `fallback` if the portal was opened at this page. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => void (hasPreviousPage() ? navigate(-1) : navigate(fallback));
}

/** The router counts the entries of the history in `idx`. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && Number(state.idx) > 0;
}

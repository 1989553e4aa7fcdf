import { describeError } from "../api/describeError.ts";
import { isTemporaryError } from "../api/request.ts";
import { LoadError } from "../ui/feedback/EmptyState.tsx";

interface FailedRequestProps {
  error: unknown;
  /** By default the reason. */
  title?: string;
  text?: string;
  onRetry: () => unknown;
}

/** Shown in place of data that could not be loaded. Offers to try again unless this cannot help. */
export function FailedRequest({ error, title = describeError(error), onRetry, ...rest }: FailedRequestProps) {
  return <LoadError title={title} onRetry={isTemporaryError(error) ? () => void onRetry() : undefined} {...rest} />;
}

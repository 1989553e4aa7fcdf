import { t } from "../../i18n/t.ts";
import { Button } from "../button/Button.tsx";
import { EmptyState } from "./EmptyState.tsx";

interface LoadErrorProps {
  title: string;
  text?: string;
  onRetry: () => void;
}

/** Stands where rows would that could not be read. */
export function LoadError({ title, text, onRetry }: LoadErrorProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button icon="refresh" onClick={onRetry}>
          {t("Try again")}
        </Button>
      }
    />
  );
}

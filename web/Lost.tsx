import { NotFound } from "./ui/Forbidden.tsx";

/** An address that leads nowhere. */
export function Lost() {
  return <NotFound />;
}

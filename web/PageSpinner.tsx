import { Spinner } from "./ui/Spinner.tsx";

/** While a page or its reader is still unknown. */
export function PageSpinner() {
  return <Spinner text="Loading..." />;
}

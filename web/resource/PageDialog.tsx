import { type ComponentProps, useContext } from "react";
import { PageRevokedContext } from "../api/session.ts";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";

/**
 * A dialog that is hidden with its page when the permission to view it is revoked. Hiding unmounts the content, so
 * input that must survive is kept outside.
 */
export function PageDialog({ open, ...props }: ComponentProps<typeof Dialog>) {
  const isPageRevoked = useContext(PageRevokedContext);
  return <Dialog {...props} open={open && !isPageRevoked} />;
}

/** A confirmation that is hidden with its page when the permission to view it is revoked. */
export function PageConfirmDialog({ open, ...props }: ComponentProps<typeof ConfirmDialog>) {
  const isPageRevoked = useContext(PageRevokedContext);
  return <ConfirmDialog {...props} open={open && !isPageRevoked} />;
}

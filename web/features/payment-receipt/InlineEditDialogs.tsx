import { FormProvider, useWatch } from "react-hook-form";
import styled from "styled-components";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { PaymentDetailFields } from "../../domain/receipts/paymentDetails.tsx";
import { ReceiptFields } from "../../domain/receipts/ReceiptFields.tsx";
import { t } from "../../i18n/t.ts";
import { ConflictDialog } from "../../resource/conflict/ConflictDialog.tsx";
import { DeletedNotice } from "../../resource/form/deletion.tsx";
import { RevokedNotice } from "../../resource/form/revocation.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { type FieldInfoMap, Form } from "../../ui/form/Form.tsx";
import type { useInlineEdit } from "./useInlineEdit.ts";

interface InlineEditDialogsProps {
  inlineEdit: ReturnType<typeof useInlineEdit>;
  fieldInfo: FieldInfoMap;
}

/** The dialogs of the edited row: payment details, merge conflict, and the input after a revoked right or a void. */
export function InlineEditDialogs({ inlineEdit, fieldInfo }: InlineEditDialogsProps) {
  const { base, revocation, deletion, form, close } = inlineEdit;
  const isLocked = revocation !== undefined || deletion !== undefined;
  const { pending, resolveConflict } = inlineEdit.conflict;
  return (
    <>
      {pending && (
        <ConflictDialog
          key={pending.dialogKey}
          resource={paymentReceipt}
          conflict={pending.conflict}
          fieldInfo={fieldInfo}
          recordName={t("{noun} {name}", { noun: t("Receipt"), name: receiptName(pending.conflict.base) })}
          open={pending.open}
          onResolve={resolveConflict}
        />
      )}
      {base && !isLocked && (
        <FormProvider {...form}>
          <InlineDetailsDialog inlineEdit={inlineEdit} />
        </FormProvider>
      )}
      {base && isLocked && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={t("Edit Receipt {receipt}", { receipt: receiptName(base) })}
        >
          <Stack>
            {revocation && <RevokedNotice revocation={revocation} />}
            {deletion && <DeletedNotice deletion={deletion} />}
            <Form form={form} onSubmit={() => undefined} submitLabel={t("Update Receipt")} onCancel={close} locked>
              <ReceiptFields existing={base} />
            </Form>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

/** The payment details of the edited row, which are saved with the row. */
function InlineDetailsDialog({
  inlineEdit: { hasOpenDetails, closeDetails },
}: Pick<InlineEditDialogsProps, "inlineEdit">) {
  const method: unknown = useWatch({ name: "PaymentMethod" });
  return (
    <Dialog
      open={hasOpenDetails}
      onOpenChange={(open) => !open && closeDetails()}
      title={t("Payment details")}
      width="s"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          closeDetails();
        }}
      >
        <Stack>
          <PaymentDetailFields method={method} />
          <Button type="submit" variant="primary">
            {t("Done")}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;

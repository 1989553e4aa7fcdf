import styled from "styled-components";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { t } from "../../i18n/t.ts";
import { ConflictDialog } from "../../resource/conflict/ConflictDialog.tsx";
import { RevokedNotice } from "../../resource/form/RevokedNotice.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import type { FieldInfoMap } from "../../ui/form/useFormField.ts";
import { ReceiptFields } from "./ReceiptFields.tsx";
import type { useInlineEdit } from "./useInlineEdit.ts";

interface InlineEditDialogsProps {
  inlineEdit: ReturnType<typeof useInlineEdit>;
  fieldInfo: FieldInfoMap;
}

/** What a row that is being changed may need beside itself: the choice between two versions, and a place for what was typed once the right has gone. */
export function InlineEditDialogs({ inlineEdit, fieldInfo }: InlineEditDialogsProps) {
  const { base, revocation, form, close } = inlineEdit;
  const { pending, resolveConflict } = inlineEdit.conflict;
  return (
    <>
      {pending && (
        <ConflictDialog
          key={pending.serial}
          resource={paymentReceipt}
          conflict={pending.conflict}
          fieldInfo={fieldInfo}
          recordName={t("{noun} {name}", { noun: t("Receipt"), name: receiptName(pending.conflict.base) })}
          open={pending.open}
          onResolve={resolveConflict}
        />
      )}
      {base && revocation && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={t("Edit Receipt {receipt}", { receipt: receiptName(base) })}
        >
          <Stack>
            <RevokedNotice revocation={revocation} />
            <Form form={form} onSubmit={() => undefined} submitLabel={t("Update Receipt")} onCancel={close} locked>
              <ReceiptFields isExisting />
            </Form>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;

import styled from "styled-components";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ConflictDialog } from "../../conflict/ConflictDialog.tsx";
import { WithdrawnNote } from "../../conflict/WithdrawnNote.tsx";
import { say } from "../../lib/language.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import type { FieldsTold } from "../../ui/FormControl.ts";
import type { useReceiptEditing } from "./ReceiptEditing.ts";
import { ReceiptFields } from "./ReceiptFields.tsx";

interface ReceiptRowDialogsProps {
  editing: ReturnType<typeof useReceiptEditing>;
  told: FieldsTold;
}

/** What a row that is being changed may need beside itself: the choice between two versions, and a place for what was typed once the right has gone. */
export function ReceiptRowDialogs({ editing, told }: ReceiptRowDialogsProps) {
  const { base, withdrawal, form, leave } = editing;
  const { asked, settle } = editing.clash;
  return (
    <>
      {asked && (
        <ConflictDialog
          key={asked.serial}
          resource={paymentReceipt}
          clash={asked.clash}
          told={told}
          name={say("{noun} {name}", { noun: say("Receipt"), name: receiptName(asked.clash.base) })}
          open={asked.open}
          onSettle={settle}
        />
      )}
      {base && withdrawal && (
        <Dialog
          open
          onOpenChange={(open) => !open && leave()}
          title={say("Edit Receipt {receipt}", { receipt: receiptName(base) })}
        >
          <Stack>
            <WithdrawnNote withdrawal={withdrawal} />
            <Form form={form} onSubmit={() => undefined} submitLabel={say("Update Receipt")} onCancel={leave} locked>
              <ReceiptFields made />
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

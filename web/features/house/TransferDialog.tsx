import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import styled from "styled-components";
import type { Day } from "../../../shared/dates.ts";
import { transferBody, transferOwnership } from "../../../shared/endpoints/ownership.ts";
import { formatRupees, sumRupees, toRupees } from "../../../shared/money.ts";
import { users } from "../../../shared/resources/users.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanList } from "../../api/session.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { DateField, NumberField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";
import { useHouseBalance } from "./useTakenOver.ts";

interface TransferDialogProps {
  house: PlotRecord;
  today: Day;
  open: boolean;
  onClose: () => void;
}

/** Transfers the house to its next owner; says before what is due, and which users lose the house. */
export function TransferDialog({ house, today, open, onClose }: TransferDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Transfer ownership of {house}", { house: house.HouseNo })}
      leading={<HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />}
      description={t(
        "To correct a spelling, edit the owner instead. A transfer begins a new ownership; receipts keep the name of the owner of their day.",
      )}
      width="m"
    >
      <TransferForm house={house} today={today} onClose={onClose} />
    </Dialog>
  );
}

function TransferForm({ house, today, onClose }: Omit<TransferDialogProps, "open">) {
  const form = useForm({
    resolver: zodResolver(transferBody),
    defaultValues: {
      OwnerName: "",
      CNIC: "",
      MobileNo: "",
      LandlineNo: "",
      EmailID: "",
      Date: today,
      Fee: null,
      AcceptDues: false,
      Version: house.Version,
    },
  });
  const formProps = useSubmit({
    form,
    fallbackMessage: t("Unexpected error updating item"),
    send: async ({ Fee, ...values }) => {
      const body = { ...values, Fee: Fee === null ? null : toRupees(Fee) };
      await callEndpoint(transferOwnership, { params: { PlotID: house.PlotID }, body });
      onClose();
      return { message: t("Ownership transferred") };
    },
  });
  const day = useWatch({ control: form.control, name: "Date" });
  const { data } = useHouseBalance(house, true);
  const due = sumRupees((data?.items ?? []).flatMap(({ DueDate, Due }) => (DueDate <= day ? [Due] : [])));
  const usernames = useLinkedUsernames(house.PlotID);
  return (
    <Form {...formProps} submitLabel={t("Transfer ownership")} onCancel={onClose}>
      <TextField name="OwnerName" label={t("Owner Name")} fullWidth />
      <TextField name="CNIC" label={t("CNIC")} />
      <TextField name="MobileNo" label={t("Mobile No")} type="tel" />
      <TextField name="LandlineNo" label={t("Landline No")} type="tel" />
      <TextField name="EmailID" label={t("Email ID")} type="email" />
      <DateField name="Date" label={t("First day of the next owner")} />
      <NumberField name="Fee" label={t("Transfer fee, Rs")} hint={t("Charged to the house on that day")} />
      {data && (
        <FullWidth>
          <Callout
            title={
              due > 0
                ? t("{amount} is due until that day", { amount: formatRupees(due, 2) })
                : t("Nothing is due until that day")
            }
          >
            {data.credit > 0 && t("Credit of {amount} stays with the house", { amount: formatRupees(data.credit, 2) })}
          </Callout>
        </FullWidth>
      )}
      {(due > 0 || !data) && (
        <SwitchField name="AcceptDues" label={t("The next owner accepts what is due")} fullWidth />
      )}
      {usernames.length > 0 && (
        <FullWidth>
          <Callout
            title={t("The portal users of the house lose access to it at once: {users}", {
              users: usernames.join(t(", ")),
            })}
          />
        </FullWidth>
      )}
    </Form>
  );
}

/** Usernames linked to the house; none without the right to see users. */
function useLinkedUsernames(PlotID: number): string[] {
  const { rows } = useResource(users, useCanList(users) ? undefined : null);
  return rows.filter(({ PlotIDs }) => PlotIDs.includes(PlotID)).map(({ Username }) => Username);
}

const FullWidth = styled.div`
  grid-column: 1 / -1;
`;

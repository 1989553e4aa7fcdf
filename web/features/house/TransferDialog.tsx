import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { transferBody, transferOwnership } from "../../../shared/endpoints/ownership.ts";
import { formatRupees, sumRupees, toRupees } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { certificate, certificateName } from "../../../shared/resources/certificate.ts";
import { users } from "../../../shared/resources/users.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanList } from "../../api/session.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useHouseBalance } from "../../domain/receipts/useHouseBalance.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { useExport } from "../../resource/export/ExportButton.tsx";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { DateField, NumberField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";
import { WholeRow } from "../../ui/form/FormLayout.tsx";
import { AmountList, type AmountRow } from "../../ui/layout/AmountList.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { type OwnershipRecord, saveTransferLetter } from "./transferLetter.ts";
import { useLinkedUsernames } from "./useLinkedUsernames.ts";

interface TransferDialogProps {
  house: PlotRecord;
  today: Day;
  onClose: () => void;
}

/** Transfers the house to its next owner. Shows before what is due and which users lose access to the house. */
export function TransferDialog({ house, today, onClose }: TransferDialogProps) {
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
  const [day, fee] = useWatch({ control: form.control, name: ["Date", "Fee"] });
  const { describeLock } = useMonthLock();
  const { balance, error, loading } = useHouseBalance(house.PlotID);
  const due = sumRupees((balance?.items ?? []).flatMap(({ DueDate, Due }) => (DueDate <= day ? [Due] : [])));
  const certificateRows = useCertificateRows(house.PlotID);
  const { runExport } = useExport();
  const canSeeUsers = useCanList(users);
  const usernames = useLinkedUsernames(house.PlotID);

  return (
    <FormDialog
      form={form}
      title={t("Transfer ownership of {house}", { house: house.HouseNo })}
      leading={<HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />}
      description={t(
        "To correct a spelling, edit the owner instead. A transfer begins a new ownership; receipts keep the name of the owner of their day.",
      )}
      // A transfer without a fee is possible in a locked month: the lock applies only to the charge for the fee.
      lockedText={Number(fee) > 0 ? describeLock(adjustment, { Date: day }) : undefined}
      canChooseDate
      columns={2}
      submitLabel={t("Transfer ownership")}
      send={async ({ Fee, ...values }, idempotencyKey) => {
        const body = { ...values, Fee: Fee === null ? null : toRupees(Fee) };
        const params = { PlotID: house.PlotID };
        const { data } = await callEndpoint<{ data: OwnershipRecord }>(transferOwnership, {
          params,
          body,
          idempotencyKey,
        });
        const saveLetter = () => void runExport(() => saveTransferLetter({ ...data, HouseNo: house.HouseNo }));
        showToast({
          kind: "success",
          text: t("Ownership transferred"),
          detail: t("House {house}", { house: house.HouseNo }),
          action: { label: t("Transfer letter"), onClick: saveLetter },
        });
        return {};
      }}
      onClose={onClose}
    >
      <TextField name="OwnerName" label={t("Owner Name")} fullWidth />
      <TextField name="CNIC" label={t("CNIC")} />
      <TextField name="MobileNo" label={t("Mobile No")} type="tel" />
      <TextField name="LandlineNo" label={t("Landline No")} type="tel" />
      <TextField name="EmailID" label={t("Email ID")} type="email" />
      <DateField name="Date" label={t("First day of the next owner")} max={today} />
      <NumberField name="Fee" label={t("Transfer fee, Rs")} hint={t("Charged to the house on that day")} />
      {/* What follows keeps its place while it loads, so that the buttons do not move. */}
      {(balance || loading || error) && (
        <WholeRow>
          <Callout title={describeDue({ due, isLoaded: balance !== undefined, isLoading: loading })}>
            <AmountList
              rows={[
                ...certificateRows,
                {
                  key: "fee",
                  label: t("Transfer fee"),
                  amount: Number(fee) > 0 ? formatRupees(Number(fee), 2) : "—",
                },
                {
                  key: "credit",
                  label: t("Credit, stays with the house"),
                  amount: balance?.credit ? formatRupees(balance.credit, 2) : "—",
                },
              ]}
            />
          </Callout>
        </WholeRow>
      )}
      <SwitchField
        name="AcceptDues"
        label={t("The next owner accepts what is due")}
        hint={t("Otherwise it must be paid first")}
        lockedReason={balance && due === 0 ? t("Nothing is due until that day") : undefined}
        fullWidth
      />
      {canSeeUsers && (
        <WholeRow>
          <Callout title={t("Portal users who lose access at once")}>{usernames?.join(t(", ")) || "—"}</Callout>
        </WholeRow>
      )}
    </FormDialog>
  );
}

/** The title of the box about what is due; `due` is in rupees. */
function describeDue({ due, isLoaded, isLoading }: { due: number; isLoaded: boolean; isLoading: boolean }): string {
  if (!isLoaded) return isLoading ? t("Loading...") : t("The balance could not be loaded");
  return due > 0
    ? t("{amount} is due until that day", { amount: formatRupees(due, 2) })
    : t("Nothing is due until that day");
}

/** The row about the valid certificate of the house; no row without the right to see certificates. */
function useCertificateRows(PlotID: number): AmountRow[] {
  const canSee = useCanList(certificate);
  const { rows } = useResource(certificate, canSee ? { plot: PlotID } : null);
  if (!canSee) return [];
  const valid = rows.findLast(({ State }) => State === "valid");
  return [
    {
      key: "certificate",
      label: t("No-demand certificate"),
      amount: valid
        ? t("{name}, valid until {day}", { name: certificateName(valid), day: formatDay(valid.ValidUntil) })
        : t("none valid"),
    },
  ];
}

import type { RecordOf } from "../../../shared/registry.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { withdrawnInstallment } from "../../../shared/resources/withdrawn-installment.ts";
import { houseColumn, useOpenHouse } from "../../domain/HouseLink.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { amountColumn, dayColumn, instantColumn, textColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { DuplicateMonths } from "./DuplicateMonths.tsx";

type WithdrawnInstallment = RecordOf<typeof withdrawnInstallment>;

/**
 * The withdrawn installments with their reasons, or the months charged twice, of which one installment should be
 * withdrawn.
 */
export function WithdrawnInstallmentsScreen() {
  const [view, setView] = useUrlState("show", "withdrawn");
  const duplicates = useResource(paymentSchedule, duplicateParams);
  const openHouse = useOpenHouse();
  const viewSwitch = (
    <SegmentedControl
      label={t("Show")}
      value={view}
      onChange={setView}
      options={[
        { value: "withdrawn", label: t("Withdrawn") },
        {
          value: "duplicates",
          label: t("Charged twice"),
          count: duplicates.status === "ready" ? duplicates.rows.length : undefined,
        },
      ]}
    />
  );
  if (view === "duplicates") return <DuplicateMonths duplicates={duplicates} viewSwitch={viewSwitch} />;
  return (
    <ResourceScreen
      resource={withdrawnInstallment}
      title={t("Withdrawn Installments")}
      nouns={[t("installment"), t("installments")]}
      searchLabel={t("House, owner, reason")}
      columns={buildColumns}
      defaultSort="-WithdrawnAt"
      onOpen={openHouse}
      filter={{ controls: viewSwitch }}
      empty={{
        title: t("No withdrawn installments."),
        text: t("Unpaid installments can be withdrawn with a reason on the payment schedule."),
      }}
    />
  );
}

const duplicateParams = { IsDuplicate: 1 };

function buildColumns(): readonly Column<WithdrawnInstallment>[] {
  return [
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 1, dropOrder: 1, mobileSlot: "sub" }),
    dayColumn({ key: "DueDate", title: t("Due date"), width: 12, mobileSlot: "meta" }),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 11, mobileSlot: "amount" }),
    textColumn({ key: "Reason", title: t("Reason"), width: 24, grow: 3, mobileSlot: "meta" }),
    textColumn({ key: "PaymentPlanName", title: t("Payment plan"), width: 24, grow: 1, mobileSlot: "hidden" }),
    textColumn({ key: "WithdrawnBy", title: t("By"), width: 12, mobileSlot: "hidden" }),
    instantColumn({
      key: "WithdrawnAt",
      title: t("Withdrawn on"),
      width: 20,
      showsRowState: true,
      mobileSlot: "hidden",
    }),
  ];
}

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { formatDay } from "../../../shared/dates.ts";
import { formatRupees, sumRupees } from "../../../shared/money.ts";
import { certificate, certificateInput } from "../../../shared/resources/certificate.ts";
import { request } from "../../api/request.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { HouseField } from "../plots/HouseField.tsx";
import { openItemName } from "../receipts/describePayment.ts";
import { useHouseBalance } from "../receipts/useHouseBalance.ts";

const formSchema = z.object(certificateInput);

interface IssueCertificateDialogProps {
  /** The house that is chosen at first. */
  PlotID?: number;
  onClose: () => void;
}

/** Issues a certificate to a house. While amounts are due, lists them and disables the button. */
export function IssueCertificateDialog({ PlotID, onClose }: IssueCertificateDialogProps) {
  const form = useForm<z.input<typeof formSchema>>({ resolver: zodResolver(formSchema), defaultValues: { PlotID } });
  const chosenPlotId = useWatch({ control: form.control, name: "PlotID" });
  const dues = useDueItems(chosenPlotId);
  return (
    <FormDialog
      form={form}
      title={t("Issue Certificate")}
      description={t("A no-demand certificate says that nothing is due for a house today.")}
      submitLabel={t("Issue Certificate")}
      submitDisabled={dues !== undefined && dues.length > 0}
      send={(body, idempotencyKey) =>
        request<SuccessMessage>({ method: "post", path: `/${certificate.name}`, body, idempotencyKey })
      }
      onClose={onClose}
    >
      <HouseField name="PlotID" label={t("House")} />
      {dues && <DueNotice dues={dues} />}
    </FormDialog>
  );
}

type DueItems = NonNullable<ReturnType<typeof useDueItems>>;

/** The unpaid items that are due today or before; undefined without a house, while they are loading and without the permission. */
function useDueItems(PlotID: number | undefined) {
  const today = useSocietyToday();
  return useHouseBalance(PlotID).balance?.items.filter(({ DueDate, Due }) => DueDate <= today && Due > 0);
}

function DueNotice({ dues }: { dues: DueItems }) {
  if (dues.length === 0) return <Callout title={t("Nothing is due today")} />;
  const amount = formatRupees(sumRupees(dues.map(({ Due }) => Due)), 2);
  const rows = dues.map((item) => ({
    key: `${item.kind} ${item.id}`,
    label: t("{name}, due {day}", { name: openItemName(item), day: formatDay(item.DueDate) }),
    amount: <Money rupees={item.Due} />,
  }));
  return (
    <Callout tone="warn" urgent title={t("No certificate is possible: {amount} is due", { amount })}>
      <AmountList rows={rows} />
    </Callout>
  );
}

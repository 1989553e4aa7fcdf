import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { addMonths, monthKey, monthOf } from "../../../shared/dates.ts";
import { billBatchPdf } from "../../../shared/endpoints/bill.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { request } from "../../api/request.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { saveServerPdf } from "../../resource/export/saveServerPdf.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { useRepeatedBody } from "../../resource/form/useRepeatedBody.ts";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { SelectField } from "../../ui/form/FormFields.tsx";

/** `month` is `YYYY-MM`, `category` a CategoryID or "" for all. */
const formSchema = z.object({ month: z.string(), category: z.string().optional() });
type MonthAndCategory = z.infer<typeof formSchema>;
/** The next month, this one and earlier ones. */
const offeredMonthCount = 13;

/** Makes the bills of a month for all houses or those of a category. */
export function CreateBillsDialog({ onClose }: { onClose: () => void }) {
  const plots = useResource(plot).rows;
  const repeatBody = useRepeatedBody();
  return (
    <MonthAndCategoryDialog
      title={t("Make Bills")}
      description={t("Houses with nothing due, or with a bill of this month, are skipped.")}
      fallbackMessage={t("No bill was made")}
      onClose={onClose}
      send={async (values, idempotencyKey) => {
        const { month, category = "" } = values;
        const { year: Year, month: Month } = monthOf(month);
        const houses = plots.filter(({ CategoryID }) => CategoryID === Number(category));
        const body = { Month, Year, ...(category && { PlotIDs: houses.map(({ PlotID }) => PlotID) }) };
        return repeatBody(values, body, (sentBody) =>
          request({ method: "post", path: `/${bill.name}`, body: sentBody, idempotencyKey }),
        );
      }}
    />
  );
}

/** Saves the issued bills of a month as one PDF. */
export function PrintBillsDialog({ onClose }: { onClose: () => void }) {
  return (
    <MonthAndCategoryDialog
      title={t("Print Bills")}
      description={t(
        "One PDF with a sheet for each issued bill of the month: copies for the bank, the office and the payer.",
      )}
      fallbackMessage={t("The file could not be created")}
      lostAnswerMessage={t("The file could not be created")}
      onClose={onClose}
      send={async ({ month, category = "" }) => {
        const { year, month: number } = monthOf(month);
        await saveServerPdf(billBatchPdf, {
          fileName: `bills_${number}_${year}.pdf`,
          query: { month: String(number), year: String(year), copies: "3", ...(category && { category }) },
        });
        return {};
      }}
    />
  );
}

interface MonthAndCategoryDialogProps {
  /** Also the label of the button. */
  title: string;
  description: string;
  fallbackMessage: string;
  lostAnswerMessage?: string;
  send: (values: MonthAndCategory, idempotencyKey: string) => Promise<Partial<SuccessMessage>>;
  onClose: () => void;
}

function MonthAndCategoryDialog(props: MonthAndCategoryDialogProps) {
  const today = useSocietyToday();
  const months = Array.from({ length: offeredMonthCount }, (_, index) =>
    monthKey(addMonths(monthOf(today), 1 - index)),
  );
  const categories = useResource(plotCategory).rows;
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { month: monthKey(monthOf(today)), category: "" },
  });
  return (
    <FormDialog {...props} form={form} submitLabel={props.title}>
      <SelectField
        name="month"
        label={t("Month")}
        options={months.map((value) => ({ value, label: monthYearText(monthOf(value)) }))}
      />
      <SelectField
        name="category"
        label={t("Category")}
        placeholder={t("All")}
        options={categories.map(({ CategoryID, CategoryName }) => ({
          value: String(CategoryID),
          label: CategoryName,
        }))}
      />
    </FormDialog>
  );
}

import { planFileName } from "../../../shared/paper/plan.ts";
import { t } from "../../lib/language.ts";
import type { PaymentPlanDetails } from "../../planFull.ts";
import { saveDocument } from "../../savePaper.ts";
import { Button } from "../../ui/Button.tsx";
import { useExport } from "../../useExporting.ts";

/** The plan as a document to hand out. */
export function PlanPdfButton({ plan }: { plan: PaymentPlanDetails }) {
  const { busy, run } = useExport();

  function handlePress() {
    void run("pdf", () =>
      saveDocument({
        fileName: planFileName(plan),
        render: async (letterhead) => {
          const { createPlanPdf } = await import("../../../shared/paper/plan-pdf.ts");
          return createPlanPdf(plan, letterhead);
        },
      }),
    );
  }

  return (
    <Button icon="download" busy={busy !== undefined} onClick={handlePress}>
      {t("PDF")}
    </Button>
  );
}

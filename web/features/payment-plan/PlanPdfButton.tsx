import { planFileName } from "../../../shared/documents/payment-plan.ts";
import type { PaymentPlanDetails } from "../../domain/paymentPlanDetails.ts";
import { t } from "../../i18n/t.ts";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { useExport } from "../../resource/export/useExport.ts";
import { Button } from "../../ui/button/Button.tsx";

/** The plan as a document to hand out. */
export function PlanPdfButton({ plan }: { plan: PaymentPlanDetails }) {
  const { busy, run } = useExport();

  function handlePress() {
    void run("pdf", () =>
      saveDocument({
        fileName: planFileName(plan),
        render: async (letterhead) => {
          const { createPlanPdf } = await import("../../../shared/documents/payment-plan-pdf.ts");
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

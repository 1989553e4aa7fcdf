import { planFileName } from "../../../shared/paper/plan.ts";
import { say } from "../../lib/language.ts";
import type { PlanFull } from "../../planFull.ts";
import { savePaper } from "../../savePaper.ts";
import { Button } from "../../ui/Button.tsx";
import { useExporting } from "../../useExporting.ts";

/** The plan as a document to hand out. */
export function PlanPdf({ plan }: { plan: PlanFull }) {
  const { busy, run } = useExporting();

  function handlePress() {
    void run("pdf", () =>
      savePaper({
        name: planFileName(plan),
        make: async (letterhead) => {
          const { makePlanPdf } = await import("../../../shared/paper/plan-pdf.ts");
          return makePlanPdf(plan, letterhead);
        },
      }),
    );
  }

  return (
    <Button icon="download" busy={busy !== undefined} onClick={handlePress}>
      {say("PDF")}
    </Button>
  );
}

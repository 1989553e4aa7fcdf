import { useContext, useState } from "react";
import { useWatch } from "react-hook-form";
import styled from "styled-components";
import { useRecentChanges } from "../lib/hands.ts";
import { t, translateName } from "../lib/language.ts";
import { formatIsoDateTime } from "../moment.ts";
import { monthYearText } from "../months.ts";
import { Callout } from "../Note.tsx";
import { FormContext } from "../ui/FormControl.ts";
import { findConcurrentPayment } from "./paidElsewhere.ts";

/** In the form of a new receipt: somebody else has just taken money for the same house. */
export function ConcurrentPaymentNotice() {
  const house: unknown = useWatch({ name: "HouseNo" });
  const { locked } = useContext(FormContext);
  const [since] = useState(() => Date.now());
  const changes = useRecentChanges();
  const paid = typeof house === "string" ? findConcurrentPayment(changes, { house, since }) : undefined;
  // A form whose right is gone tells nothing new.
  if (!paid || locked) return null;
  const months = paid.months.map(monthYearText);
  return (
    <FullWidth>
      <Callout
        urgent
        tone="warn"
        title={t("Already paid by {name}, {time}", {
          name: translateName(paid.by),
          time: formatIsoDateTime(paid.at),
        })}
      >
        {t("{months}. What you enter now settles what else is open, or stays as credit.", {
          months: months.join(t(", ")),
        })}
      </Callout>
    </FullWidth>
  );
}

const FullWidth = styled.div`
  grid-column: 1 / -1;
`;

import { useContext, useState } from "react";
import { useWatch } from "react-hook-form";
import styled from "styled-components";
import { formatIsoDateTime, monthYearText } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useRecentChanges } from "../../live/recentChanges.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { FormContext } from "../../ui/form/Form.tsx";
import { findConcurrentPayment } from "./concurrentPayment.ts";

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

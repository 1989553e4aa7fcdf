import { useContext, useState } from "react";
import { useWatch } from "react-hook-form";
import styled from "styled-components";
import { useLateChanges } from "../lib/hands.ts";
import { say, sayName } from "../lib/language.ts";
import { saidMoment } from "../moment.ts";
import { monthYearText } from "../months.ts";
import { Note } from "../Note.tsx";
import { FormAround } from "../ui/FormControl.ts";
import { paidElsewhere } from "./paidElsewhere.ts";

/** In the form of a new receipt: somebody else has just taken money for the same house. */
export function PaidMeanwhile() {
  const house: unknown = useWatch({ name: "HouseNo" });
  const { locked } = useContext(FormAround);
  const [since] = useState(() => Date.now());
  const changes = useLateChanges();
  const paid = typeof house === "string" ? paidElsewhere(changes, { house, since }) : undefined;
  // A form whose right is gone tells nothing new.
  if (!paid || locked) return null;
  const months = paid.months.map(monthYearText);
  return (
    <Whole>
      <Note
        urgent
        tone="warn"
        title={say("Already paid by {name}, {time}", {
          name: sayName(paid.by),
          time: saidMoment(paid.at),
        })}
      >
        {say("{months}. What you enter now settles what else is open, or stays as credit.", {
          months: months.join(say(", ")),
        })}
      </Note>
    </Whole>
  );
}

const Whole = styled.div`
  grid-column: 1 / -1;
`;

import { useState } from "react";
import styled, { css } from "styled-components";
import { sendReminders } from "../../../shared/endpoints/reminders.ts";
import { say, sayMessage } from "../../lib/language.ts";
import { call } from "../../lib/request.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { Button } from "../../ui/Button.tsx";
import { offPaper } from "../../ui/GlobalStyle.tsx";
import { countText } from "../../ui/Money.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import { Tick } from "../../ui/Tick.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { HouseBehind } from "./ageingColumns.tsx";

interface AgeingSendProps {
  shown: readonly HouseBehind[];
  chosen: readonly HouseBehind[];
  onChoose: (PlotIDs: Iterable<number>) => void;
}

/** Mails a reminder to the houses chosen, and says before what will come of it. */
export function AgeingSend({ shown, chosen, onChoose }: AgeingSendProps) {
  const [busy, setBusy] = useState(false);
  const unreachable = chosen.filter(({ EmailID }) => EmailID === "").length;
  const reminded = chosen.filter(isReminded).length;

  async function handleSend() {
    setBusy(true);
    try {
      const body = { PlotIDs: chosen.map(({ PlotID }) => PlotID) };
      const answer = await call<Answer>(sendReminders, { body });
      showToast({ kind: answer.data.queued > 0 ? "success" : "info", text: told(answer) });
      onChoose([]);
    } catch (problem) {
      showToast({ kind: "error", text: reasonOf(problem) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Bar role="group" aria-label={say("Send reminders")}>
      <Tick
        state={chosen.length === 0 ? "empty" : chosen.length >= shown.length ? "paid" : "some"}
        label={say("Choose all that are shown")}
        disabled={shown.length === 0}
        onChange={(all) => onChoose(all ? shown.map(({ PlotID }) => PlotID) : [])}
      />
      <strong>{say("{count} chosen", { count: countText(chosen.length) })}</strong>
      <Button
        variant="primary"
        icon="mail"
        busy={busy}
        disabled={chosen.length === 0}
        onClick={() => void handleSend()}
      >
        {say("Send reminders")}
      </Button>
      <Quiet>{say("At most one reminder a house a day, and none to whom has paid meanwhile.")}</Quiet>
      {reminded > 0 && <Quiet>{say("{count} reminded today", { count: countText(reminded) })}</Quiet>}
      {unreachable > 0 && (
        <Quiet>{say("{count} without a valid e-mail address", { count: countText(unreachable) })}</Quiet>
      )}
    </Bar>
  );
}

interface Answer {
  message: string;
  data: { queued: number; already: number; paid: number; wrong: readonly { HouseNo: string }[] };
}

const mostNamed = 3;

function told({ message, data: { already, paid, wrong } }: Answer): string {
  let text = sayMessage(message);
  if (already > 0) text = say("{text} Reminded today: {count}.", { text: ended(text), count: already });
  if (paid > 0) text = say("{text} Nothing due: {count}.", { text: ended(text), count: paid });
  if (wrong.length > 0)
    text = say("{text} No valid e-mail address: {houses}.", { text: ended(text), houses: namesOf(wrong) });
  return text;
}

/** A sentence stands before another. */
function ended(text: string): string {
  return /[.۔]$/.test(text) ? text : `${text}.`;
}

function namesOf(wrong: readonly { HouseNo: string }[]): string {
  const houses = wrong
    .slice(0, mostNamed)
    .map(({ HouseNo }) => HouseNo)
    .join(say(", "));
  const more = wrong.length - mostNamed;
  return more > 0 ? say("{houses} and {more} more", { houses, more }) : houses;
}

function isReminded({ reminder }: HouseBehind): boolean {
  return reminder?.State === "sent" || reminder?.State === "waiting" || reminder?.State === "sending";
}

const Bar = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.xs} ${t.space.m};
    padding: 0 ${t.size.gutter} ${t.space.s};

    ${t.phone} {
      padding: ${t.space.s} ${t.size.gutter};
      border-block-end: 1px solid ${t.color.line};
    }
    ${offPaper}
  `}
`;

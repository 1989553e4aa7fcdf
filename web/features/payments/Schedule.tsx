import { useCallback, useMemo, useState } from "react";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { say, sayName } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { StaleNote } from "../../StaleNote.tsx";
import { scheduleColumns, scheduleExport } from "../../schedule/ScheduleColumns.tsx";
import type { Line } from "../../schedule/ScheduleLine.ts";
import { dueMonth, Ticking } from "../../schedule/ScheduleTick.tsx";
import { useTicking } from "../../schedule/ScheduleTicking.ts";
import { useSocietyToday } from "../../schedule/ScheduleToday.ts";
import { GroupedTable } from "../../ui/GroupedTable.tsx";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { useClearUrl } from "../../useClearUrl.ts";
import { ScheduleEmpty } from "./ScheduleEmpty.tsx";
import { ScheduleFooter } from "./ScheduleFooter.tsx";
import { houseCells } from "./ScheduleHead.tsx";
import { ScheduleToolbar } from "./ScheduleToolbar.tsx";
import { scheduleFilters, useScheduleFilter, useScheduleView } from "./ScheduleView.ts";

/** A year's installments house by house: who has paid, who has not, and the tick that says so. */
export function Schedule() {
  const today = useSocietyToday();
  const asked = useScheduleFilter(today);
  const list = useResource(paymentSchedule, { year: asked.year });
  const { rows, status, problem, may, glow, again } = list;
  const { shown, changed } = useScheduleView({ rows, filter: asked.filter });
  const { busy, refused, toggle } = useTicking({ update: list.update, today });
  const [folds, setFolds] = useState(nothingFolded);
  const filters = useClearUrl(scheduleFilters);
  const columns = useMemo(scheduleColumns, []);
  const exported = useMemo(scheduleExport, []);

  const handleTick = useHandler((line: Line) => void toggle(line.row));
  const ticking = useMemo(() => ({ may: may.update, busy, onTick: handleTick }), [may.update, busy, handleTick]);
  const isOpen = useCallback((key: string) => folds.all === folds.others.has(key), [folds]);
  const handleToggle = useCallback((key: string) => setFolds((before) => turned(before, key)), []);

  function handleClear() {
    asked.setText("");
    filters.clear();
  }

  function rowState({ row }: Line) {
    const id = row.PaymentScheduleID;
    const reason = refused.get(id);
    return reason === undefined ? { glow: glow(id) } : { refused: reason };
  }

  const known = status === "ready" || rows.length > 0;
  const lit = changed.find(({ row }) => glow(row.PaymentScheduleID));
  const viewAlone = asked.text === "" && asked.month === 0;
  return (
    <Screen aria-label={say("Payment Schedule")}>
      <Heading>{say("Payment Schedule")}</Heading>
      <ScheduleToolbar
        asked={asked}
        counts={known ? shown : undefined}
        folded={folds.all}
        onFold={(all) => setFolds({ all, others: new Set() })}
      >
        <ExportMenu
          name={say("Payment Schedule")}
          file="payment-schedule"
          columns={exported}
          rows={() => shown.groups.flatMap((group) => group.rows)}
          empty={shown.groups.length === 0}
        />
      </ScheduleToolbar>
      <StaleNote problem={problem} shown={rows.length > 0} onAgain={again} />
      <Ticking value={ticking}>
        <GroupedTable
          label={say("Payment Schedule")}
          groups={shown.groups}
          columns={columns}
          rowKey={keyOf}
          renderGroup={houseCells}
          expanded={isOpen}
          onToggle={handleToggle}
          rowState={rowState}
          onSpace={may.update ? handleTick : undefined}
          loading={status === "loading"}
          announce={lit && announced(lit, glow(lit.row.PaymentScheduleID)?.by)}
          empty={
            <ScheduleEmpty
              year={asked.year}
              problem={status === "failed" && rows.length === 0 ? (problem?.message ?? "") : undefined}
              onAgain={again}
              narrowed={rows.length === 0 ? undefined : viewAlone ? asked.view : "filters"}
              onShowAll={() => asked.setView("all")}
              onClear={handleClear}
            />
          }
          footer={<ScheduleFooter sums={known ? shown.sums : undefined} mayTick={may.update} />}
        />
      </Ticking>
    </Screen>
  );
}

/** Whether all groups are closed, and which ones stand against that. */
interface Folds {
  all: boolean;
  others: ReadonlySet<string>;
}

const nothingFolded: Folds = { all: false, others: new Set() };

function turned({ all, others }: Folds, key: string): Folds {
  const turned = new Set(others);
  if (!turned.delete(key)) turned.add(key);
  return { all, others: turned };
}

function keyOf({ row }: Line): string {
  return String(row.PaymentScheduleID);
}

function announced(line: Line, by = ""): string {
  return say("{name}: {house}, {month} {status}", {
    name: sayName(by),
    house: line.row.HouseNo,
    month: dueMonth(line),
    status: say(line.status),
  });
}

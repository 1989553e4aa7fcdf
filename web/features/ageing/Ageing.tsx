import { useEffect, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { addDays, startOfDay } from "../../../shared/dates.ts";
import { type AgeBucket, ageBuckets } from "../../../shared/domain/ageing.ts";
import { type AgeingRecord, ageing } from "../../../shared/endpoints/ageing.ts";
import { type ReminderStatus, reminderStatus, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall } from "../../api/useCanCall.ts";
import { useCanList } from "../../api/useCanList.ts";
import { houseUrl } from "../../domain/houseUrl.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useLiveQuery } from "../../live/useLiveQuery.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { matchesSearch } from "../../resource/search.ts";
import { useListSearch } from "../../resource/useListSearch.ts";
import { FilterSelect, SearchBox } from "../../ui/form/FilterControls.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { AgeingSummary, listAgeBuckets } from "./AgeingSummary.tsx";
import { buildAgeingColumns, type OverdueHouse } from "./ageingColumns.tsx";
import { HouseSelection, ReminderBar, ReminderProgress, useHouseSelection } from "./ReminderBar.tsx";

/** Who has not paid: what has fallen due by its age, house by house, and reminders to those behind. */
export function Ageing() {
  const { ageing, houses, reminders, canSeeReminders, canSendReminders, error, loading, refetch } = useAgeing();
  const search = useListSearch(["category", "age"]);
  const { terms } = search;
  const [category, setCategory] = useUrlState("category", "");
  const [age, setAge] = useUrlState("age", "");
  const [sort, setSort] = useUrlState("sort", "-due");
  const choice = useHouseSelection();
  const mayOpen = useCanList(plot);
  const navigate = useNavigate();

  const shown = useMemo(() => {
    const bucket = ageBuckets.find((each) => each === age);
    return houses.filter(
      (house) =>
        (category === "" || house.CategoryName === category) &&
        (bucket === undefined || house[bucket] > 0) &&
        matchesSearch(plot, house, terms),
    );
  }, [houses, terms, category, age]);
  const chosen = useMemo(() => shown.filter(({ PlotID }) => choice.selected.has(PlotID)), [shown, choice.selected]);
  const today = ageing?.today ?? "";
  const columns = useMemo(
    () => buildAgeingColumns({ today, canSendReminders, canSeeReminders }),
    [today, canSendReminders, canSeeReminders],
  );
  const categories = ageing?.categories ?? [];

  return (
    <HouseSelection value={choice}>
      <TabContent aria-label={t("Who has not paid")}>
        <HiddenHeading>{t("Who has not paid")}</HiddenHeading>
        {ageing && (
          <AgeingSummary
            ageing={ageing}
            CategoryID={categories.find(({ CategoryName }) => CategoryName === category)?.CategoryID}
          />
        )}
        <Toolbar
          label={t("Search and filter {nouns}", { nouns: t("houses behind") })}
          end={
            <ExportMenu
              name={t("Who has not paid")}
              fileName={`who-has-not-paid_${today}`}
              columns={columns}
              getRows={() => shown}
              sort={sort}
              isEmpty={shown.length === 0}
            />
          }
        >
          <SearchBox label={t("House, owner, mobile, e-mail")} value={search.text} onChange={search.setText} />
          <FilterSelect
            label={t("Category")}
            value={category}
            onChange={setCategory}
            placeholder={t("All Categories")}
            options={categories.map(({ CategoryName }) => ({ value: CategoryName, label: CategoryName }))}
          />
          <FilterSelect
            label={t("Age")}
            value={age}
            onChange={setAge}
            placeholder={t("All")}
            options={listAgeBuckets().map(({ key, title }) => ({ value: key, label: title }))}
          />
        </Toolbar>
        {canSendReminders && <ReminderBar shown={shown} selected={chosen} onSelect={choice.select} />}
        {reminders && <ReminderProgress state={reminders} />}
        <StaleDataNotice error={error} hasData={ageing !== undefined} onRetry={refetch} />
        <Table
          label={t("Who has not paid")}
          rows={shown}
          rowKey={({ PlotID }) => String(PlotID)}
          columns={columns}
          sort={sort}
          onSort={setSort}
          onOpen={mayOpen ? ({ HouseNo }) => void navigate(houseUrl(HouseNo)) : undefined}
          onSpace={canSendReminders ? ({ PlotID }) => choice.toggle(PlotID) : undefined}
          loading={loading}
          totals={{
            HouseNo: t("Total"),
            ...Object.fromEntries(
              [...ageBuckets, "due" as const].map((key) => [
                key,
                <Money key={key} rupees={sumColumn(shown, key)} decimals={2} strong />,
              ]),
            ),
          }}
          empty={
            <ResourceEmptyState
              error={error && !ageing ? error.message : undefined}
              onRetry={refetch}
              onClearFilters={houses.length > 0 && search.isFiltered ? search.clear : undefined}
              title={t("Every house has paid what has fallen due.")}
              noMatchesTitle={t("No houses found.")}
            />
          }
          footer={
            <ResourceFooter
              visible={shown.length}
              total={houses.length}
              nouns={[t("house behind"), t("houses behind")]}
              can={{ create: false, update: false }}
              isLoaded={ageing !== undefined}
            >
              {reminders?.asFiles && <span>{t("No mail server is set: mails are written as files")}</span>}
            </ResourceFooter>
          }
        />
      </TabContent>
    </HouseSelection>
  );
}

/** Rupees, added as whole paisa. */
function sumColumn(houses: readonly OverdueHouse[], key: AgeBucket | "due"): number {
  return toRupees(sumPaisa(houses.map((house) => toPaisa(house[key]))));
}

/** Who has not paid and who was reminded of it today, live; what reminders are is known to those who see all houses. */
function useAgeing() {
  const reminding = useCanCall(reminderStatus);
  const choosing = useCanCall(sendReminders);
  const { data, error, loading, refetch } = useLiveQuery<{ data: AgeingRecord }>(ageing.path, ageingResources);
  const reminders = useLiveQuery<{ data: ReminderStatus }>(
    reminding ? reminderStatus.path : null,
    reminderResources,
  ).data;
  const known = data?.data;
  const state = reminders?.data;
  useRefetchAtMidnight(known?.today, refetch);
  const houses = useMemo(() => {
    const today = new Map(state?.today.map((reminder) => [reminder.PlotID, reminder]));
    return (known?.houses ?? []).map((house) => ({ ...house, reminder: today.get(house.PlotID) }));
  }, [known, state]);
  return {
    ageing: known,
    houses,
    reminders: state,
    canSeeReminders: reminding,
    canSendReminders: choosing,
    error,
    loading,
    refetch,
  };
}

const ageingResources = ["ageing"];

const reminderResources = ["reminders"];

/** At the society's midnight everything is a day older. */
function useRefetchAtMidnight(today: string | undefined, again: () => void): void {
  useEffect(() => {
    if (today === undefined) return;
    const midnight = startOfDay(addDays(today, 1)).getTime();
    const timer = setTimeout(again, Math.max(1_000, midnight - Date.now() + 1_000));
    return () => clearTimeout(timer);
  }, [today, again]);
}

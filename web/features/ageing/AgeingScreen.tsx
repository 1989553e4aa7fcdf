import { useMemo } from "react";
import { ageBuckets } from "../../../shared/domain/ageing.ts";
import { type AgeingRecord, ageing } from "../../../shared/endpoints/ageing.ts";
import { type ReminderStatus, readReminderStatus, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { sumRupees } from "../../../shared/money.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall } from "../../api/session.ts";
import { useOpenHouse } from "../../domain/HouseLink.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { FooterAmount, formatRecordCount, ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { RowSelectionContext, useRowSelection } from "../../resource/rowSelection.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { Table } from "../../ui/table/Table.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { AgeingSummary } from "./AgeingSummary.tsx";
import { BucketAmount, buildAgeingColumns, buildAgeingExportColumns, type OverdueHouse } from "./ageingColumns.tsx";
import { ReminderBar, ReminderProgress } from "./ReminderBar.tsx";

/** The overdue houses with what they owe by age; reminders can be sent to their owners. */
export function AgeingScreen() {
  const { ageingRecord, houses, reminders, canSeeReminders, canSendReminders, error, loading, refetch } = useAgeing();
  const [category, setCategory] = useUrlState("category", "");
  const [age, setAge] = useUrlState("age", "");
  const matches = useMemo(() => {
    const bucket = ageBuckets.find((name) => name === age);
    return (house: OverdueHouse) =>
      (category === "" || house.CategoryName === category) && (bucket === undefined || house[bucket] > 0);
  }, [category, age]);
  const list = useResourceList({
    resource: plot,
    source: {
      rows: houses,
      status: loading ? "loading" : ageingRecord ? "ready" : "failed",
      error,
      refetch,
      getHighlight: () => undefined,
    },
    defaultSort: "-due",
    filterParams: ["category", "age"],
    matches,
  });
  const { visible } = list;
  const selection = useRowSelection();
  const selectedHouses = useMemo(
    () => visible.filter(({ PlotID }) => selection.selectedIds.has(PlotID)),
    [visible, selection.selectedIds],
  );
  const openHouse = useOpenHouse();
  const today = ageingRecord?.today ?? "";
  const { columns, exportColumns } = useMemo(() => {
    const input = { today, canSendReminders, canSeeReminders };
    return { columns: buildAgeingColumns(input), exportColumns: buildAgeingExportColumns(input) };
  }, [today, canSendReminders, canSeeReminders]);
  const isMobile = useIsMobile();
  const reminderBar = canSendReminders && (
    <ReminderBar
      visibleHouses={visible}
      selectedHouses={selectedHouses}
      onSelect={selection.replaceSelection}
      asFiles={reminders?.asFiles}
    />
  );
  const categories = ageingRecord?.categories ?? [];
  const title = t("Who has not paid");
  const nouns = [t("overdue house"), t("overdue houses")] as const;
  const summary = ageingRecord && (
    <AgeingSummary
      ageing={ageingRecord}
      category={category}
      onCategoryChange={setCategory}
      age={age}
      onAgeChange={setAge}
    />
  );
  const overdue = sumRupees(visible.map(({ due }) => due));

  return (
    <RowSelectionContext value={selection}>
      <ResourceListLayout
        list={list}
        title={title}
        nouns={t("overdue houses")}
        header={!isMobile && summary}
        hasToolbarInTitleLine
        searchLabel={t("House, owner, mobile, email")}
        filters={
          <>
            <FilterSelect
              label={t("Category")}
              value={category}
              onChange={setCategory}
              placeholder={t("All Categories")}
              options={categories.map(({ CategoryName }) => ({ value: CategoryName, label: CategoryName }))}
            />
            {isMobile && summary}
          </>
        }
        actions={
          <>
            {!isMobile && reminderBar}
            <ExportMenu
              name={title}
              fileName={`who-has-not-paid_${today}`}
              columns={exportColumns}
              {...list.exportMenuProps}
            />
          </>
        }
        progress={
          <>
            {isMobile && selectedHouses.length > 0 && reminderBar}
            {reminders && <ReminderProgress status={reminders} />}
          </>
        }
      >
        <Table
          {...list.tableProps}
          label={title}
          columns={columns}
          rowState={undefined}
          onOpen={openHouse && ((house: OverdueHouse) => openHouse(house))}
          onSpace={canSendReminders ? ({ PlotID }) => selection.toggle(PlotID) : undefined}
          totals={{
            HouseNo: t("Total"),
            OwnerName: (
              <MetaText>{formatRecordCount({ ...list.footerProps, nouns: [t("house"), t("houses")] })}</MetaText>
            ),
            ...Object.fromEntries(
              ageBuckets.map((key) => [
                key,
                <BucketAmount key={key} rupees={sumRupees(visible.map((house) => house[key]))} strong />,
              ]),
            ),
            due: <Money rupees={overdue} strong />,
          }}
          empty={
            <ResourceEmptyState
              {...list.emptyStateProps}
              error={ageingRecord ? undefined : error}
              title={t("No house is overdue.")}
              noMatchesTitle={t("No houses found.")}
            />
          }
          footer={
            isMobile ? (
              <ResourceFooter {...list.footerProps} nouns={nouns} isLoaded={ageingRecord !== undefined}>
                <FooterAmount text="Overdue {amount}" rupees={overdue} />
              </ResourceFooter>
            ) : undefined
          }
        />
      </ResourceListLayout>
    </RowSelectionContext>
  );
}

/**
 * The overdue houses with today's reminders, live. The reminders are loaded only for users who may see all houses.
 */
function useAgeing() {
  const canSeeReminders = useCanCall(readReminderStatus);
  const canSendReminders = useCanCall(sendReminders);
  const reminderPath = canSeeReminders ? readReminderStatus.path : null;
  const { data, error, loading, refetch } = useLiveRequest<{ data: AgeingRecord }>(ageing.path, ageingTopics);
  const reminders = useLiveRequest<{ data: ReminderStatus }>(reminderPath, reminderTopics).data?.data;
  const ageingRecord = data?.data;
  const houses = useMemo(() => {
    const remindersByPlot = new Map(reminders?.today.map((reminder) => [reminder.PlotID, reminder]));
    return (ageingRecord?.houses ?? []).map((house) => ({ ...house, reminder: remindersByPlot.get(house.PlotID) }));
  }, [ageingRecord, reminders]);
  return { ageingRecord, houses, reminders, canSeeReminders, canSendReminders, error, loading, refetch };
}

const ageingTopics = ["ageing"];
const reminderTopics = ["reminders"];

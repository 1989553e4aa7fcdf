import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { type AgeBucket, ageBuckets } from "../../../shared/domain/ageing.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { houseAddress } from "../../houseAddress.ts";
import { say } from "../../lib/language.ts";
import { useMayList } from "../../lib/useMayList.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords } from "../../resourceSearch.ts";
import { StaleNote } from "../../StaleNote.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Money } from "../../ui/Money.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Table } from "../../ui/Table.tsx";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useListSearch } from "../../useListSearch.ts";
import { AgeingChoice, useAgeingChoice } from "./AgeingChoice.tsx";
import { AgeingProgress } from "./AgeingProgress.tsx";
import { AgeingSend } from "./AgeingSend.tsx";
import { AgeingStrip } from "./AgeingStrip.tsx";
import { ageNames } from "./ageingAges.ts";
import { ageingColumns, type HouseBehind } from "./ageingColumns.tsx";
import { useAgeing } from "./useAgeing.ts";

/** Who has not paid: what has fallen due by its age, house by house, and reminders to those behind. */
export function Ageing() {
  const { ageing, houses, reminders, reminding, choosing, problem, loading, again } = useAgeing();
  const search = useListSearch(["category", "age"]);
  const { words } = search;
  const [category, setCategory] = useUrlState("category", "");
  const [age, setAge] = useUrlState("age", "");
  const [sort, setSort] = useUrlState("sort", "-due");
  const choice = useAgeingChoice();
  const mayOpen = useMayList(plot);
  const navigate = useNavigate();

  const shown = useMemo(() => {
    const bucket = ageBuckets.find((each) => each === age);
    return houses.filter(
      (house) =>
        (category === "" || house.CategoryName === category) &&
        (bucket === undefined || house[bucket] > 0) &&
        holdsWords(plot, house, words),
    );
  }, [houses, words, category, age]);
  const chosen = useMemo(() => shown.filter(({ PlotID }) => choice.chosen.has(PlotID)), [shown, choice.chosen]);
  const today = ageing?.today ?? "";
  const columns = useMemo(() => ageingColumns({ today, choosing, reminding }), [today, choosing, reminding]);
  const categories = ageing?.categories ?? [];

  return (
    <AgeingChoice value={choice}>
      <Screen aria-label={say("Who has not paid")}>
        <Heading>{say("Who has not paid")}</Heading>
        {ageing && (
          <AgeingStrip
            ageing={ageing}
            CategoryID={categories.find(({ CategoryName }) => CategoryName === category)?.CategoryID}
          />
        )}
        <Toolbar
          label={say("Search and filter {nouns}", { nouns: say("houses behind") })}
          end={
            <ExportMenu
              name={say("Who has not paid")}
              file={`who-has-not-paid_${today}`}
              columns={columns}
              rows={() => shown}
              sort={sort}
              empty={shown.length === 0}
            />
          }
        >
          <SearchBox label={say("House, owner, mobile, e-mail")} value={search.text} onChange={search.setText} />
          <FilterSelect
            label={say("Category")}
            value={category}
            onChange={setCategory}
            none={say("All Categories")}
            options={categories.map(({ CategoryName }) => ({ value: CategoryName, label: CategoryName }))}
          />
          <FilterSelect
            label={say("Age")}
            value={age}
            onChange={setAge}
            none={say("All")}
            options={ageNames().map(({ key, title }) => ({ value: key, label: title }))}
          />
        </Toolbar>
        {choosing && <AgeingSend shown={shown} chosen={chosen} onChoose={choice.choose} />}
        {reminders && <AgeingProgress state={reminders} />}
        <StaleNote problem={problem} shown={ageing !== undefined} onAgain={again} />
        <Table
          label={say("Who has not paid")}
          rows={shown}
          rowKey={({ PlotID }) => String(PlotID)}
          columns={columns}
          sort={sort}
          onSort={setSort}
          onOpen={mayOpen ? ({ HouseNo }) => void navigate(houseAddress(HouseNo)) : undefined}
          onSpace={choosing ? ({ PlotID }) => choice.toggle(PlotID) : undefined}
          loading={loading}
          sums={{
            HouseNo: say("Total"),
            ...Object.fromEntries(
              [...ageBuckets, "due" as const].map((key) => [
                key,
                <Money key={key} rupees={sumOf(shown, key)} decimals={2} strong />,
              ]),
            ),
          }}
          empty={
            <ResourceEmpty
              problem={problem && !ageing ? problem.message : undefined}
              onAgain={again}
              onClear={houses.length > 0 && search.narrowed ? search.clear : undefined}
              title={say("Every house has paid what has fallen due.")}
              foundNone={say("No houses found.")}
            />
          }
          footer={
            <ResourceFooter
              shown={shown.length}
              total={houses.length}
              nouns={[say("house behind"), say("houses behind")]}
              may={{ create: false, update: false }}
              ready={ageing !== undefined}
            >
              {reminders?.asFiles && <span>{say("No mail server is set: mails are written as files")}</span>}
            </ResourceFooter>
          }
        />
      </Screen>
    </AgeingChoice>
  );
}

/** Rupees, added as whole paisa. */
function sumOf(houses: readonly HouseBehind[], key: AgeBucket | "due"): number {
  return toRupees(sumPaisa(houses.map((house) => toPaisa(house[key]))));
}

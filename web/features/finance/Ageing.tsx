import { useDeferredValue, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type AgeBucket, ageBuckets } from "../../../shared/domain/ageing.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { houseAddress } from "../../houseAddress.ts";
import { say } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords, wordsOf } from "../../resourceSearch.ts";
import { StaleNote } from "../../StaleNote.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Money } from "../../ui/Money.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Table } from "../../ui/Table.tsx";
import { sortRows } from "../../ui/TableSort.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useClearUrl } from "../../useClearUrl.ts";
import { useSearchText } from "../../useSearchText.ts";
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
  const [text, setText] = useSearchText();
  const [category, setCategory] = useUrlState("category", "");
  const [age, setAge] = useUrlState("age", "");
  const [sort, setSort] = useUrlState("sort", "-due");
  const choice = useAgeingChoice();
  const filters = useClearUrl(["q", "category", "age"]);
  const search = useRef<HTMLInputElement>(null);
  useShortcut("/", () => search.current?.focus());
  const { page, flag } = plot.guards.list;
  const mayOpen = useMay(page, flag);
  const navigate = useNavigate();

  const typed = useDeferredValue(text);
  const shown = useMemo(() => {
    const words = wordsOf(typed);
    const bucket = ageBuckets.find((each) => each === age);
    return houses.filter(
      (house) =>
        (category === "" || house.CategoryName === category) &&
        (bucket === undefined || house[bucket] > 0) &&
        holdsWords(plot, house, words),
    );
  }, [houses, typed, category, age]);
  const chosen = useMemo(() => shown.filter(({ PlotID }) => choice.chosen.has(PlotID)), [shown, choice.chosen]);
  const today = ageing?.today ?? "";
  const columns = useMemo(() => ageingColumns({ today, choosing, reminding }), [today, choosing, reminding]);
  const categories = ageing?.categories ?? [];

  function handleClear() {
    setText("");
    filters.clear();
  }

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
              rows={() => sortRows({ rows: shown, columns, sort })}
              empty={shown.length === 0}
            />
          }
        >
          <SearchBox ref={search} label={say("House, owner, mobile, e-mail")} value={text} onChange={setText} />
          <FilterSelect
            label={say("Category")}
            value={category}
            onChange={setCategory}
            options={[
              { value: "", label: say("All Categories") },
              ...categories.map(({ CategoryName }) => ({ value: CategoryName, label: CategoryName })),
            ]}
          />
          <FilterSelect
            label={say("Age")}
            value={age}
            onChange={setAge}
            options={[
              { value: "", label: say("All") },
              ...ageNames().map(({ key, title }) => ({ value: key, label: title })),
            ]}
          />
        </Toolbar>
        {choosing && <AgeingSend shown={shown} chosen={chosen} onChoose={choice.choose} />}
        {reminders && <AgeingProgress state={reminders} />}
        {problem && ageing && <StaleNote problem={problem} otherwise={say("Failed to fetch data")} onAgain={again} />}
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
              narrowed={houses.length > 0 && (filters.some || text !== "")}
              onClear={handleClear}
              title={say("Every house has paid what has fallen due.")}
              foundNone={say("No houses found.")}
              text=""
              add={undefined}
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

import { useCallback, useMemo } from "react";
import { plot } from "../../../shared/resources/plot.ts";
import { say } from "../../lib/language.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { Note } from "../../Note.tsx";
import { PlotFilters } from "../../PlotFilters.tsx";
import { PlotFields } from "../../plots/PlotFields.tsx";
import { plotBlank } from "../../plots/plotBlank.ts";
import { type PlotRecord, plotColumns } from "../../plots/plotColumns.tsx";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { Plate } from "../../ui/Plate.tsx";

/** The register of plots and their owners. */
export function Plots() {
  const [category] = useUrlState("category", "");
  const [type] = useUrlState("type", "");
  const shows = useCallback(
    ({ CategoryID, TypeID }: PlotRecord) =>
      (category === "" || String(CategoryID) === category) && (type === "" || String(TypeID) === type),
    [category, type],
  );

  const columns = useMemo(plotColumns, []);

  return (
    <ResourceScreen
      resource={plot}
      title={say("Manage Plots")}
      nouns={[say("plot"), say("plots")]}
      columns={columns}
      sort="HouseNo"
      blank={plotBlank}
      fields={(record) => <PlotFields made={record !== undefined} />}
      lead={({ HouseNo, CategoryName }) => <Plate house={HouseNo} category={CategoryName} />}
      note={
        <Note title={say("Important Note")}>
          {say(
            "A plot's number and category are preset: once it is made they stay. Later only the owner's details and the floor plan can be edited.",
          )}
        </Note>
      }
      filter={{
        names: ["category", "type"],
        shows,
        controls: <PlotFilters />,
      }}
      imports="plots"
      empty={{
        title: say("No plots yet."),
        text: say("Each has a number, a category, a type, its floors and an owner."),
      }}
      deleteText={say("It goes from the register. A plot that has a payment schedule stays, so that no money is lost.")}
    />
  );
}

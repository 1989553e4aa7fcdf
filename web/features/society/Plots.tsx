import { useCallback } from "react";
import { plot } from "../../../shared/resources/plot.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { Note } from "../../Note.tsx";
import { PlotFilters } from "../../PlotFilters.tsx";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { PlotFields } from "./PlotFields.tsx";
import { type PlotRecord, plotColumns } from "./plotColumns.tsx";

/** The register of plots and their owners. */
export function Plots() {
  const [category] = useUrlState("category", "");
  const [type] = useUrlState("type", "");
  const shows = useCallback(
    ({ CategoryID, TypeID }: PlotRecord) =>
      (category === "" || String(CategoryID) === category) && (type === "" || String(TypeID) === type),
    [category, type],
  );

  return (
    <ResourceScreen
      resource={plot}
      title="Manage Plots"
      nouns={["plot", "plots"]}
      columns={plotColumns}
      sort="HouseNo"
      blank={blank}
      fields={(record) => <PlotFields made={record !== undefined} />}
      lead={({ HouseNo, CategoryName }) => <Plate house={HouseNo} category={CategoryName} />}
      note={
        <Note title="Important Note">
          A plot's number and category are preset: once it is made they stay. Later only the owner's details and the
          floor plan can be edited.
        </Note>
      }
      filter={{
        names: ["category", "type"],
        shows,
        controls: <PlotFilters />,
      }}
      empty={{
        title: "No plots yet.",
        text: "Each has a number, a category, a type, its floors and an owner.",
      }}
      deleteText="It goes from the register. A plot that has a payment schedule stays, so that no money is lost."
    />
  );
}

const blank = {
  HouseNo: "",
  CategoryID: undefined,
  TypeID: undefined,
  FloorID: undefined,
  OwnerName: "",
  LandlineNo: "",
  MobileNo: "",
  EmailID: "",
  IsPlotOnly: false,
};

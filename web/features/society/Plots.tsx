import { useCallback } from "react";
import { plot } from "../../../shared/resources/plot.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { useResource } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { Note } from "../../Note.tsx";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { PlotFields } from "./PlotFields.tsx";
import { type PlotRecord, plotColumns } from "./plotColumns.tsx";

/** The register of plots and their owners. */
export function Plots() {
  const categories = useResource(plotCategory).rows;
  const types = useResource(plotType).rows;
  const [category, setCategory] = useUrlState("category", "");
  const [type, setType] = useUrlState("type", "");
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
        controls: (
          <>
            <FilterSelect
              label="Category"
              value={category}
              onChange={setCategory}
              options={[
                { value: "", label: "All Categories" },
                ...categories.map(({ CategoryID, CategoryName }) => ({
                  value: String(CategoryID),
                  label: CategoryName,
                })),
              ]}
            />
            <FilterSelect
              label="Type"
              value={type}
              onChange={setType}
              options={[
                { value: "", label: "All Types" },
                ...types.map(({ TypeID, TypeName }) => ({ value: String(TypeID), label: TypeName })),
              ]}
            />
          </>
        ),
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

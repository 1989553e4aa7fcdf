import { useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { plot } from "../../../shared/resources/plot.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import { HouseCombobox } from "../../domain/plots/HouseCombobox.tsx";
import type { PlotSummary } from "../../domain/plots/houseSearch.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { IconButton } from "../../ui/button/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { useFormField } from "../../ui/form/Form.tsx";

/** Form field for several plots: a search by number, owner or phone finds plots to add, a button removes one. */
export function LinkedPlotsField({ name, label }: { name: string; label: string }) {
  const { rows } = useResource(plot);
  const options = useMemo(() => rows.map(({ PlotID, HouseNo }) => ({ value: PlotID, label: HouseNo })), [rows]);
  const { form, error, lockedReason } = useFormField(name, { label, options });
  const [searchText, setSearchText] = useState("");
  const selectedIds = parseIds(form.watch(name));
  const plotsById = new Map(rows.map((row) => [row.PlotID, row]));

  function setSelectedIds(ids: readonly number[]) {
    form.setValue(name, ids, { shouldDirty: true });
  }

  function handlePick(house: PlotSummary) {
    setSelectedIds([...selectedIds, house.PlotID]);
    setSearchText("");
  }

  return (
    <Field
      label={label}
      hint={t("Residents see only the records of these plots")}
      lockedReason={lockedReason}
      error={error}
      fullWidth
    >
      {(control) => (
        <>
          {selectedIds.length > 0 && (
            <SelectedPlots>
              {selectedIds.map((id) => {
                const houseNo = plotsById.get(id)?.HouseNo ?? t("Plot {id}", { id });
                return (
                  <li key={id}>
                    <HouseLink houseNo={houseNo} category={plotsById.get(id)?.CategoryName} newTab />
                    {lockedReason === undefined && (
                      <IconButton
                        icon="x"
                        label={t("Remove {house}", { house: houseNo })}
                        onClick={() => setSelectedIds(selectedIds.filter((selectedId) => selectedId !== id))}
                      />
                    )}
                  </li>
                );
              })}
            </SelectedPlots>
          )}
          <HouseCombobox
            {...control}
            text={searchText}
            onType={setSearchText}
            onPick={handlePick}
            picksSeveral
            excludedIds={selectedIds}
            placeholder={t("Search by number or owner")}
            readOnly={lockedReason !== undefined}
          />
        </>
      )}
    </Field>
  );
}

function parseIds(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];
}

const SelectedPlots = styled.ul`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s};
    margin-block-end: ${theme.space.s};

    li {
      display: inline-flex;
      align-items: center;
    }
  `}
`;

import { type KeyboardEvent, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { plot } from "../../../shared/resources/plot.ts";
import { searchTerms } from "../../../shared/search.ts";
import { HouseBadge, HouseLink } from "../../domain/HouseLink.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { matchesSearch } from "../../resource/search.ts";
import { IconButton } from "../../ui/button/Button.tsx";
import { Field, Input } from "../../ui/form/Field.tsx";
import { useFormField } from "../../ui/form/Form.tsx";
import { touchSize } from "../../ui/theme/theme.ts";

const maxMatches = 6;

/** Form field for several plots: a search by number, owner or phone finds plots to add, a button removes one. */
export function LinkedPlotsField({ name, label }: { name: string; label: string }) {
  const { rows, status } = useResource(plot);
  const options = useMemo(() => rows.map(({ PlotID, HouseNo }) => ({ value: PlotID, label: HouseNo })), [rows]);
  const { form, error, lockedReason } = useFormField(name, { label, options });
  const [searchText, setSearchText] = useState("");
  const selectedIds = parseIds(form.watch(name));
  const terms = searchTerms(searchText);
  const matches =
    terms.length === 0
      ? []
      : rows.filter((row) => !selectedIds.includes(row.PlotID) && matchesSearch(plot, row, terms)).slice(0, maxMatches);
  const plotsById = new Map(rows.map((row) => [row.PlotID, row]));

  function setSelectedIds(ids: readonly number[]) {
    form.setValue(name, ids, { shouldDirty: true });
  }

  function handleAdd(id: number) {
    setSelectedIds([...selectedIds, id]);
    setSearchText("");
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && searchText !== "") {
      event.stopPropagation();
      setSearchText("");
    }
    if (event.key !== "Enter" || searchText === "") return;
    event.preventDefault();
    const [firstMatch] = matches;
    if (firstMatch) handleAdd(firstMatch.PlotID);
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
                const house = plotsById.get(id)?.HouseNo ?? t("Plot {id}", { id });
                return (
                  <li key={id}>
                    <HouseLink houseNo={house} category={plotsById.get(id)?.CategoryName} newTab />
                    {lockedReason === undefined && (
                      <IconButton
                        icon="x"
                        label={t("Remove {house}", { house })}
                        onClick={() => setSelectedIds(selectedIds.filter((selectedId) => selectedId !== id))}
                      />
                    )}
                  </li>
                );
              })}
            </SelectedPlots>
          )}
          <Input
            {...control}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            onKeyDown={handleKeyDown}
            placeholder={t("Search by number or owner")}
            autoComplete="off"
            readOnly={lockedReason !== undefined}
          />
          {terms.length > 0 && (
            <MatchList aria-label={t("Plots found")}>
              {matches.map(({ PlotID, HouseNo, CategoryName, OwnerName }) => (
                <li key={PlotID}>
                  <MatchButton type="button" onClick={() => handleAdd(PlotID)}>
                    <HouseBadge houseNo={HouseNo} category={CategoryName} />
                    <bdi>{OwnerName}</bdi>
                  </MatchButton>
                </li>
              ))}
              {matches.length === 0 && status === "ready" && <li>{t("No other plot matches.")}</li>}
            </MatchList>
          )}
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

const MatchList = styled.ul`
  ${({ theme }) => css`
    margin-block-start: ${theme.space.xs};
    color: ${theme.color.textMuted};
    border-block-end: 1px solid ${theme.color.borderStrong};

    li {
      border-block-start: 1px solid ${theme.color.border};
    }
  `}
`;

const MatchButton = styled.button`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.m};
    align-items: center;
    inline-size: 100%;
    min-block-size: ${touchSize(theme.size.field)};
    padding: 0 ${theme.space.s};
    color: ${theme.color.text};
    text-align: start;

    &:hover,
    &:focus-visible {
      background: ${theme.color.canvas};
    }
  `}
`;

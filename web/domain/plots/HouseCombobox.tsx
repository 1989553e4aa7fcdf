import { type ComponentPropsWithRef, useMemo, useState } from "react";
import styled from "styled-components";
import { toRupees } from "../../../shared/money.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Combobox } from "../../ui/form/Combobox.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { ellipsis, ellipsisAtTextEnd } from "../../ui/theme/mixins.ts";
import { HouseBadge } from "../HouseLink.tsx";
import { findHouse, findHouses, type Plot, toSearchableHouses } from "./houseSearch.ts";
import { type HouseDues, useHouseDues } from "./useHouseDues.ts";

interface HouseComboboxProps extends Omit<ComponentPropsWithRef<"input">, "value" | "onChange"> {
  /** The number of the chosen house, or any other typed text. */
  houseNo: string;
  /** Called on each change of the text; with the house and its number as soon as the text is that number. */
  onType: (houseNo: string, house: Plot | undefined) => void;
  onPick: (house: Plot) => void;
  /** Several houses are picked one after the other: a typed number is picked only with Enter. */
  picksSeveral?: boolean;
  /** Called by Enter on the number of a house, instead of submitting the form. */
  onComplete?: ((input: HTMLInputElement) => void) | undefined;
  /** Ids of houses that are not offered. */
  excludedIds?: readonly number[];
}

const maxMatches = 8;
const noIds: readonly number[] = [];

/**
 * A text input that finds a house by number, owner or phone number, and shows owner and overdue amount of those that
 * match. Only for users who may list plots.
 */
export function HouseCombobox({ houseNo, onType, onPick, onBlur, ...props }: HouseComboboxProps) {
  const { picksSeveral = false, excludedIds = noIds, ...input } = props;
  const { rows, status, error, refetch } = useResource(plot);
  const [typed, setTyped] = useState<string>();
  const [wasListOpened, setWasListOpened] = useState(false);
  const dues = useHouseDues(wasListOpened);
  const searchable = useMemo(() => toSearchableHouses(rows), [rows]);
  const text = typed ?? houseNo;
  const matches = useMemo(() => {
    const offered = searchable.filter((house) => !excludedIds.includes(house.plot.PlotID));
    if (text.trim() === "") return offered.slice(0, maxMatches).map((house) => house.plot);
    return findHouses(offered, { text, limit: maxMatches }).plots;
  }, [searchable, text, excludedIds]);

  function handleType(newText: string) {
    setTyped(newText);
    const house = findHouse(rows, newText);
    onType(house?.HouseNo ?? newText, house);
  }

  function handleListOpen() {
    setWasListOpened(true);
    if (status === "failed") void refetch();
  }

  function handlePick(house: Plot) {
    setTyped(undefined);
    onPick(house);
  }

  return (
    <Combobox
      {...input}
      dir="auto"
      value={text}
      onChange={handleType}
      onBlur={(event) => {
        if (findHouse(rows, text)) setTyped(undefined);
        onBlur?.(event);
      }}
      items={matches}
      toText={({ HouseNo }) => HouseNo}
      renderItem={(house) => <HouseOption house={house} dues={dues} />}
      onPick={handlePick}
      picksFirst
      isComplete={!picksSeveral && findHouse(rows, text) !== undefined}
      listLabel={t("Houses")}
      emptyText={error ? translateMessage(error.message) : status === "ready" ? t("No house found") : t("Loading...")}
      onListOpen={handleListOpen}
    />
  );
}

interface HouseOptionProps {
  house: Plot;
  dues: HouseDues | undefined;
}

function HouseOption({ house, dues }: HouseOptionProps) {
  const overdue = dues?.get(house.PlotID)?.amount;
  return (
    <>
      <HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />
      <Owner>
        <bdi>{house.OwnerName}</bdi>
      </Owner>
      {dues && (
        <MetaText>
          {overdue ? (
            <Trans text="{amount} overdue" with={{ amount: <Money rupees={toRupees(overdue)} showCurrency /> }} />
          ) : (
            t("Nothing overdue")
          )}
        </MetaText>
      )}
    </>
  );
}

const Owner = styled.span`
  ${ellipsis}
  ${ellipsisAtTextEnd}
  flex: 1;
`;

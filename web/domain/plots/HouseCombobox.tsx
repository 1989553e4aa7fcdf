import { type ComponentPropsWithRef, useMemo, useState } from "react";
import styled from "styled-components";
import { plot } from "../../../shared/resources/plot.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Combobox } from "../../ui/form/Combobox.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { ellipsis, ellipsisAtTextEnd } from "../../ui/theme/mixins.ts";
import { HouseBadge } from "../HouseLink.tsx";
import { findHouseByNumber, type PlotSummary, searchHouses, toSearchableHouses } from "./houseSearch.ts";
import { type BalanceByHouse, useBalanceByHouse } from "./useBalanceByHouse.ts";

interface HouseComboboxProps extends Omit<ComponentPropsWithRef<"input">, "value" | "onChange"> {
  /** The number of the chosen house, or any other typed text. */
  text: string;
  /**
   * Called on each change with the typed text. If the text is the number of a house (in any spelling), with that house
   * and its number as stored.
   */
  onType: (text: string, house: PlotSummary | undefined) => void;
  onPick: (house: PlotSummary) => void;
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
export function HouseCombobox({ text, onType, onPick, onBlur, ...props }: HouseComboboxProps) {
  const { picksSeveral = false, excludedIds = noIds, ...input } = props;
  const { rows, status, error, refetch } = useResource(plot);
  const [typed, setTyped] = useState<string>();
  const [wasListOpened, setWasListOpened] = useState(false);
  const balanceByHouse = useBalanceByHouse(wasListOpened);
  const searchable = useMemo(() => toSearchableHouses(rows), [rows]);
  const shownText = typed ?? text;
  const matches = useMemo(() => {
    const offered = searchable.filter((house) => !excludedIds.includes(house.plot.PlotID));
    if (shownText.trim() === "") return offered.slice(0, maxMatches).map((house) => house.plot);
    return searchHouses(offered, { text: shownText, limit: maxMatches }).plots;
  }, [searchable, shownText, excludedIds]);

  function handleType(newText: string) {
    setTyped(newText);
    const house = findHouseByNumber(rows, newText);
    onType(house?.HouseNo ?? newText, house);
  }

  function handleListOpen() {
    setWasListOpened(true);
    if (status === "failed") void refetch();
  }

  function handlePick(house: PlotSummary) {
    setTyped(undefined);
    onPick(house);
  }

  return (
    <Combobox
      {...input}
      dir="auto"
      value={shownText}
      onChange={handleType}
      onBlur={(event) => {
        if (findHouseByNumber(rows, shownText)) setTyped(undefined);
        onBlur?.(event);
      }}
      items={matches}
      toText={({ HouseNo }) => HouseNo}
      renderItem={(house) => <HouseOption house={house} balanceByHouse={balanceByHouse} />}
      onPick={handlePick}
      picksFirst
      isComplete={!picksSeveral && findHouseByNumber(rows, shownText) !== undefined}
      listLabel={t("Houses")}
      emptyText={error ? translateMessage(error.message) : status === "ready" ? t("No house found") : t("Loading...")}
      onListOpen={handleListOpen}
    />
  );
}

interface HouseOptionProps {
  house: PlotSummary;
  balanceByHouse: BalanceByHouse | undefined;
}

function HouseOption({ house, balanceByHouse }: HouseOptionProps) {
  const overdue = balanceByHouse?.get(house.PlotID)?.Overdue;
  return (
    <>
      <HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />
      <Owner>
        <bdi>{house.OwnerName}</bdi>
      </Owner>
      {balanceByHouse && (
        <MetaText>
          {overdue ? (
            <Trans text="{amount} overdue" with={{ amount: <Money rupees={overdue} showCurrency /> }} />
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

import styled, { css } from "styled-components";
import { type Day, formatDay } from "../../../shared/dates.ts";
import type { HouseAgesRecord } from "../../../shared/endpoints/ageing.ts";
import { chatAddress } from "../../../shared/mobile.ts";
import { formatRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { Icon } from "../../ui/Icon.tsx";

interface AgeingChatProps {
  house: HouseAgesRecord;
  today: Day;
  tabIndex: 0 | -1;
}

/** The mobile of a house, and the way into a chat with its owner. */
export function AgeingMobile(props: AgeingChatProps) {
  return (
    <Line>
      <bdi dir="ltr">{props.house.MobileNo || "—"}</bdi>
      <AgeingChat {...props} />
    </Line>
  );
}

/** Opens a chat with the owner, the text of what is due ready to be sent; nothing without a mobile. The portal does not hear of it. */
export function AgeingChat({ house, today, tabIndex }: AgeingChatProps) {
  const society = useWelcome()?.name ?? "";
  const text = say(
    "Assalam-o-alaikum {owner}. For house {house}, {amount} is due as of {day}. Please pay at the office. {society}",
    {
      owner: house.OwnerName,
      house: house.HouseNo,
      amount: formatRupees(house.due, 2),
      day: formatDay(today),
      society,
    },
  );
  const address = chatAddress(house.MobileNo, text);
  if (address === undefined) return null;
  const name = say("WhatsApp to {house}", { house: house.HouseNo });
  return (
    <Way href={address} target="_blank" rel="noopener noreferrer" aria-label={name} title={name} tabIndex={tabIndex}>
      <Icon name="message" />
    </Way>
  );
}

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const Way = styled.a`
  ${({ theme: t }) => css`
    display: inline-grid;
    place-items: center;
    min-inline-size: ${t.size.inlineField}px;
    min-block-size: ${t.size.inlineField}px;
    border-radius: ${t.radius.button};
    color: ${t.color.accent};

    &:hover {
      background: ${t.color.sunken};
    }

    /* As high as the second line of a card can be. */
    ${t.phone} {
      min-inline-size: ${t.size.phoneTarget}px;
      margin-inline-start: calc((${t.size.icon}px - ${t.size.phoneTarget}px) / 2);
    }
  `}
`;

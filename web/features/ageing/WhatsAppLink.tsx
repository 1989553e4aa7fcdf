import styled, { css } from "styled-components";
import { type Day, formatDay } from "../../../shared/dates.ts";
import type { HouseAgesRecord } from "../../../shared/endpoints/ageing.ts";
import { formatRupees } from "../../../shared/money.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { whatsappUrl } from "../../domain/whatsapp.ts";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";

interface WhatsAppLinkProps {
  house: HouseAgesRecord;
  today: Day;
  tabIndex: 0 | -1;
}

/** The mobile of a house, and the way into a chat with its owner. */
export function MobileCell(props: WhatsAppLinkProps) {
  return (
    <MobileNumber>
      <bdi dir="ltr">{props.house.MobileNo || "—"}</bdi>
      <WhatsAppLink {...props} />
    </MobileNumber>
  );
}

/** Opens a chat with the owner, the text of what is due ready to be sent; nothing without a mobile. The portal does not hear of it. */
export function WhatsAppLink({ house, today, tabIndex }: WhatsAppLinkProps) {
  const society = useSocietyInfo()?.name ?? "";
  const text = t(
    "Assalam-o-alaikum {owner}. For house {house}, {amount} is due as of {day}. Please pay at the office. {society}",
    {
      owner: house.OwnerName,
      house: house.HouseNo,
      amount: formatRupees(house.due, 2),
      day: formatDay(today),
      society,
    },
  );
  const address = whatsappUrl(house.MobileNo, text);
  if (address === undefined) return null;
  const name = t("WhatsApp to {house}", { house: house.HouseNo });
  return (
    <ChatLink
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      title={name}
      tabIndex={tabIndex}
    >
      <Icon name="message" />
    </ChatLink>
  );
}

const MobileNumber = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const ChatLink = styled.a`
  ${({ theme }) => css`
    display: inline-grid;
    place-items: center;
    min-inline-size: ${theme.size.inlineField}px;
    min-block-size: ${theme.size.inlineField}px;
    border-radius: ${theme.radius.button};
    color: ${theme.color.accent};

    &:hover {
      background: ${theme.color.sunken};
    }

    /* As high as the second line of a card can be. */
    ${theme.mobile} {
      min-inline-size: ${theme.size.touchTarget}px;
      margin-inline-start: calc((${theme.size.icon}px - ${theme.size.touchTarget}px) / 2);
    }
  `}
`;

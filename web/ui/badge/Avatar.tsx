import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { personColor, typography } from "../theme/theme.ts";

interface AvatarProps {
  name: string;
  large?: boolean;
}

/** A person's initials on their colour; decorative, the name stands beside it or in the stack's label. */
export function Avatar({ name, large = false }: AvatarProps) {
  return (
    <Disc aria-hidden="true" title={name} $name={name} $large={large}>
      {initials(name)}
    </Disc>
  );
}

export interface PresentPerson {
  username: string;
  fullName: string;
}

/** Who else is here: as many discs as there is room for, the rest as a number, all names for screen readers and on hover. */
export function PresenceAvatars({ people }: { people: readonly PresentPerson[] }) {
  const room = useIsMobile() ? 2 : 4;
  if (people.length === 0) return null;
  const names = people.map(({ fullName }) => fullName).join(t(", "));
  const more = people.length - room;
  return (
    <Stack role="img" aria-label={t("Also here: {names}", { names })} title={names}>
      <Discs>
        {people.slice(0, room).map(({ username, fullName }) => (
          <Avatar key={username} name={fullName} large />
        ))}
      </Discs>
      {more > 0 && <More dir="ltr">+{more}</More>}
      <Count>{t("{count} also here", { count: people.length })}</Count>
    </Stack>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean);
  const first = words[0] ?? "?";
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

const Disc = styled.span<{ $name: string; $large: boolean }>`
  ${typography("avatar")}
  ${({ theme, $name, $large }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${$large ? theme.size.avatarLarge : theme.size.avatar}px;
    block-size: ${$large ? theme.size.avatarLarge : theme.size.avatar}px;
    border-radius: ${theme.radius.round};
    background: ${personColor(theme, $name)};
    color: ${theme.color.onAccent};
    user-select: none;
  `}
`;

const Stack = styled.span`
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.s};
    color: ${theme.color.textMuted};
  `}
`;

const Discs = styled.span`
  ${({ theme }) => css`
    display: inline-flex;

    > * {
      box-shadow: 0 0 0 ${theme.size.ring} ${theme.color.surface};
    }

    > * + * {
      margin-inline-start: calc(-1 * ${theme.space.xs});
    }
  `}
`;

const Count = styled.span`
  ${typography("meta")}
  white-space: nowrap;

  ${({ theme }) => theme.narrow} {
    display: none;
  }
`;

const More = styled.span`
  ${typography("metaStrong")}
`;

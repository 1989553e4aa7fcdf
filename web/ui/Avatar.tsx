import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { personColor, type } from "../theme.ts";
import { visuallyHidden } from "./GlobalStyle.tsx";

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

/** Who else is here: at most three discs, the count in words, all names for screen readers and on hover. */
export function AvatarStack({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const all = names.join(", ");
  return (
    <Stack title={all}>
      <Discs>
        {names.slice(0, 3).map((name) => (
          <Avatar key={name} name={name} large />
        ))}
      </Discs>
      <Count>{say("{count} also here", { count: names.length })}</Count>
      <Hidden>: {all}</Hidden>
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
  ${type("avatar")}
  ${({ theme: t, $name, $large }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${$large ? t.size.avatarLarge : t.size.avatar}px;
    block-size: ${$large ? t.size.avatarLarge : t.size.avatar}px;
    border-radius: ${t.radius.round};
    background: ${personColor(t, $name)};
    color: ${t.color.onAccent};
    user-select: none;
  `}
`;

const Stack = styled.span`
  ${({ theme: t }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.s};
    color: ${t.color.ink2};
  `}
`;

const Discs = styled.span`
  ${({ theme: t }) => css`
    display: inline-flex;

    > * {
      box-shadow: 0 0 0 ${t.size.ring} ${t.color.surface};
    }

    > * + * {
      margin-inline-start: calc(-1 * ${t.space.xs});
    }
  `}
`;

const Count = styled.span`
  ${type("meta")}
  white-space: nowrap;

  ${({ theme }) => theme.narrow} {
    display: none;
  }
`;

const Hidden = styled.span`
  ${visuallyHidden}
`;

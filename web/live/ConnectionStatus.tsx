import styled, { css } from "styled-components";
import { t } from "../i18n/t.ts";
import { typography } from "../ui/theme/theme.ts";

export type ConnectionState =
  | { kind: "live" }
  | { kind: "reconnecting"; seconds: number }
  /** `since` as shown, e.g. "16:40". */
  | { kind: "offline"; since: string }
  /** As many windows as anybody may have are open already. */
  | { kind: "crowded" };

interface ConnectionStatusProps {
  state: ConnectionState;
  /** Where nothing is followed yet, what answers. */
  liveText?: string;
}

/** Whether what is on the screen is still true. The passing seconds are seen, not announced. */
export function ConnectionStatus({ state, liveText = t("Live") }: ConnectionStatusProps) {
  return (
    <Box role="status">
      <Dot aria-hidden="true" $kind={state.kind} />
      {state.kind === "live" && liveText}
      {state.kind === "reconnecting" && (
        <span>
          {t("Reconnecting")}
          <span aria-hidden="true">{t(", {seconds} s", { seconds: state.seconds })}</span>
        </span>
      )}
      {state.kind === "crowded" && (
        <span title={t("Close a window that you do not need, and this one is live again.")}>
          {t("Too many windows")}
        </span>
      )}
      {state.kind === "offline" && t("Offline since {time}", { time: state.since })}
    </Box>
  );
}

const Box = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.s};
    color: ${theme.color.textMuted};
    white-space: nowrap;
  `}
`;

const Dot = styled.span<{ $kind: ConnectionState["kind"] }>`
  ${({ theme, $kind }) => css`
    inline-size: ${theme.size.dot}px;
    block-size: ${theme.size.dot}px;
    border-radius: ${theme.radius.round};
    ${$kind === "live" && `background: ${theme.color.accent}; box-shadow: 0 0 0 ${theme.size.halo}px ${theme.color.accentSoft};`}
    ${
      $kind === "reconnecting" &&
      `background: ${theme.color.amberFill}; box-shadow: 0 0 0 ${theme.size.halo}px ${theme.color.amberSoft};`
    }
    ${($kind === "offline" || $kind === "crowded") && `border: ${theme.size.ring} solid ${theme.color.red};`}
  `}
`;

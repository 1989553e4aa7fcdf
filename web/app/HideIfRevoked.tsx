import type { ReactNode } from "react";
import { useContext } from "react";
import styled from "styled-components";
import { PageRevokedContext } from "../api/pageRevoked.ts";
import { ForbiddenMessage } from "./ForbiddenMessage.tsx";

/** What is withdrawn while it is open goes out of sight, not away: what somebody is typing in its dialog is not lost. */
export function HideIfRevoked({ revoked, children }: { revoked: boolean; children: ReactNode }) {
  return (
    <>
      {revoked && <ForbiddenMessage />}
      <Hideable hidden={revoked}>{children}</Hideable>
    </>
  );
}

/** The same for a whole page. */
export function HidePageIfRevoked({ children }: { children: ReactNode }) {
  return <HideIfRevoked revoked={useContext(PageRevokedContext)}>{children}</HideIfRevoked>;
}

const Hideable = styled.div`
  display: contents;

  &[hidden] {
    display: none;
  }
`;

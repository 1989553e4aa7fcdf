import type { ReactNode } from "react";
import { useContext } from "react";
import styled from "styled-components";
import { PageWithdrawn } from "./lib/pageWithdrawn.ts";
import { Forbidden } from "./ui/Forbidden.tsx";

/** What is withdrawn while it is open goes out of sight, not away: what somebody is typing in its dialog is not lost. */
export function Sight({ withdrawn, children }: { withdrawn: boolean; children: ReactNode }) {
  return (
    <>
      {withdrawn && <Forbidden />}
      <Kept hidden={withdrawn}>{children}</Kept>
    </>
  );
}

/** The same for a whole page. */
export function PageSight({ children }: { children: ReactNode }) {
  return <Sight withdrawn={useContext(PageWithdrawn)}>{children}</Sight>;
}

const Kept = styled.div`
  display: contents;

  &[hidden] {
    display: none;
  }
`;

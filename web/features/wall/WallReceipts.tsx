import { useRef } from "react";
import styled, { css, keyframes } from "styled-components";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { WallReceipt } from "../../../shared/wire.ts";
import { say } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import { shortMoment } from "./wallTime.ts";

const litMs = 60_000;

/** The last receipts, the newest first: it slides in, and is lit for a while. */
export function WallReceipts({ receipts, now }: { receipts: readonly WallReceipt[]; now: Date }) {
  const known = useRef<number>(undefined);
  known.current ??= receipts[0]?.ReceiptNo ?? 0;
  const before = known.current;
  return (
    <Side aria-label={say("Last ten receipts")}>
      <Head>
        <h2>{say("Last ten receipts")}</h2>
        <span>{say("Rs")}</span>
      </Head>
      <ol>
        {receipts.map(({ ReceiptNo, HouseNo, CategoryName, AmountPaid, CreatedAt }, place) => (
          <Row
            key={ReceiptNo}
            $slides={ReceiptNo > before}
            $lit={place === 0 && now.getTime() - Date.parse(CreatedAt) < litMs}
          >
            <Plate house={HouseNo} category={CategoryName} />
            <Quiet as="bdi" dir="ltr">
              {receiptName({ ReceiptNo })}
            </Quiet>
            <Money rupees={AmountPaid} decimals={0} strong />
            <time dateTime={CreatedAt} dir="ltr">
              {shortMoment(new Date(CreatedAt), now)}
            </time>
          </Row>
        ))}
      </ol>
      {receipts.length === 0 && <p>{say("No receipts yet.")}</p>}
    </Side>
  );
}

const slide = keyframes`
  from { opacity: 0; translate: 0 -100%; }
`;

const Side = styled.section`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    min-inline-size: calc(${t.size.search} + ${t.space.xl});
    padding-inline-start: ${t.space.l};
    overflow: hidden;
    border-inline-start: 1px solid ${t.color.line2};

    ol {
      display: grid;
      flex: 1;
      grid-template-rows: repeat(10, minmax(0, 1fr));
      min-block-size: 0;
    }
  `}
`;

const Head = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;

    h2 {
      ${type("strong")}
    }

    span {
      ${type("meta")}
      color: ${t.color.ink2};
    }
  `}
`;

const Row = styled.li<{ $slides: boolean; $lit: boolean }>`
  ${({ theme: t, $slides, $lit }) => css`
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto minmax(${t.space.xxl}, auto);
    gap: ${t.space.s};
    align-items: center;
    padding-inline: ${t.space.xs};
    border-block-end: 1px solid ${t.color.line};
    background: ${$lit ? t.color.accentSoft : "transparent"};

    time {
      justify-self: end;
      color: ${t.color.ink2};
    }

    ${
      $slides &&
      css`
        animation: ${slide} ${t.motion.slide};
      `
    }

    ${t.still} {
      animation: none;
    }
  `}
`;

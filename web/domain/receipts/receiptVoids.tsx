import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { type ReceiptVoid, receiptVoids } from "../../../shared/endpoints/payment-receipt-voids.ts";
import { request } from "../../api/request.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { Receipt } from "./receipt.tsx";

const VoidsContext = createContext<ReadonlyMap<number, string>>(new Map());

interface ReceiptVoidsProviderProps {
  /** The receipts of the list; who voided them is read again when their number changes. */
  receipts: readonly Receipt[];
  /** Only the receipts of this house. */
  plotId?: number;
  children: ReactNode;
}

/** Loads who voided the receipts, for VoidNote. */
export function ReceiptVoidsProvider({ receipts, plotId, children }: ReceiptVoidsProviderProps) {
  const [voids, setVoids] = useState<readonly ReceiptVoid[]>([]);
  const voidedCount = receipts.filter(({ VoidedAt }) => VoidedAt !== null).length;
  useEffect(() => {
    if (voidedCount === 0) return;
    const controller = new AbortController();
    const path = `${receiptVoids.path}${plotId === undefined ? "" : `?plot=${plotId}`}`;
    // Without an answer, the notes show reason and time only.
    request<{ data: ReceiptVoid[] }>({ method: "get", path, signal: controller.signal })
      .then(({ data }) => setVoids(data))
      .catch(() => undefined);
    return () => controller.abort();
  }, [voidedCount, plotId]);
  const names = useMemo(() => new Map(voids.map(({ PaymentReceiptID, By }) => [PaymentReceiptID, By])), [voids]);
  return <VoidsContext value={names}>{children}</VoidsContext>;
}

/** Why, by whom and when the receipt was voided. */
export function VoidNote({ receipt }: { receipt: Receipt }) {
  const by = useContext(VoidsContext).get(receipt.PaymentReceiptID);
  if (receipt.VoidedAt === null) return "—";
  const time = formatIsoDateTime(receipt.VoidedAt);
  const who = by === undefined ? time : t("{name}, {time}", { name: translateName(by), time });
  return (
    <Note title={[receipt.VoidReason, who].filter(Boolean).join(t(", "))}>
      <bdi>{receipt.VoidReason || t("No reason given")}</bdi>
      <bdi>{who}</bdi>
    </Note>
  );
}

const Note = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: grid;
    line-height: 1.2;

    > * {
      overflow: hidden;
      text-overflow: ellipsis;
    }

    > :last-child {
      color: ${theme.color.textMuted};
    }
  `}
`;

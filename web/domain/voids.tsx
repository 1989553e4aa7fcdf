import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import type { adjustmentVoids, receiptVoids, VoidedBy } from "../../shared/endpoints/voids.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { request } from "../api/request.ts";
import { useUrlState } from "../hooks/useUrlState.ts";
import { formatTimestamp } from "../i18n/dateTime.ts";
import { t, translateName } from "../i18n/t.ts";
import { SegmentedControl } from "../ui/form/FilterControls.tsx";
import { typography } from "../ui/theme/theme.ts";

const VoidsContext = createContext<ReadonlyMap<number, string>>(new Map());

interface VoidedRecord {
  readonly VoidedAt: string | null;
  readonly VoidReason: string;
}

interface VoidsProviderProps {
  resource: Pick<AnyResource, "idField">;
  endpoint: typeof adjustmentVoids | typeof receiptVoids;
  /** The records of the list; who voided them is read again when the number of voided ones changes. */
  records: readonly VoidedRecord[];
  /** Only the records of this house. */
  plotId?: number;
  children: ReactNode;
}

/** Loads who voided the records, for VoidNote. */
export function VoidsProvider({ resource: { idField }, endpoint, records, plotId, children }: VoidsProviderProps) {
  const [voids, setVoids] = useState<readonly VoidedBy[]>([]);
  const voidedCount = records.filter(({ VoidedAt }) => VoidedAt !== null).length;
  const path = `${endpoint.path}${plotId === undefined ? "" : `?plot=${plotId}`}`;
  useEffect(() => {
    if (voidedCount === 0) return;
    const controller = new AbortController();
    // If the request fails, the notes show reason and time only.
    request<{ data: VoidedBy[] }>({ method: "get", path, signal: controller.signal })
      .then(({ data }) => setVoids(data))
      .catch(() => undefined);
    return () => controller.abort();
  }, [voidedCount, path]);
  const names = useMemo(() => new Map(voids.map((voided) => [Number(voided[idField]), voided.By])), [voids, idField]);
  return <VoidsContext value={names}>{children}</VoidsContext>;
}

/** Why, by whom and when the record with this id was voided. */
export function VoidNote({ id, record: { VoidedAt, VoidReason } }: { id: number; record: VoidedRecord }) {
  const by = useContext(VoidsContext).get(id);
  if (VoidedAt === null) return "—";
  const time = formatTimestamp(VoidedAt);
  const who = by === undefined ? time : t("{name}, {time}", { name: translateName(by), time });
  return (
    <Note title={[VoidReason, who].filter(Boolean).join(t(", "))}>
      <span>
        <bdi>{VoidReason || t("No reason given")}</bdi>
      </span>
      <span>
        <bdi>{who}</bdi>
      </span>
    </Note>
  );
}

/** Whether the URL asks for the voided records instead of those that count. */
export function useShowsOnlyVoided(): boolean {
  const [text] = useUrlState("voided", "");
  return text === "1";
}

/** Switches between the records that count, named by `label`, and the voided ones. */
export function VoidedFilter({ label }: { label: string }) {
  const [, setVoided] = useUrlState("voided", "");
  return (
    <SegmentedControl
      label={t("Show")}
      value={useShowsOnlyVoided() ? "1" : ""}
      onChange={setVoided}
      options={[
        { value: "", label },
        { value: "1", label: t("Voided") },
      ]}
    />
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

import { type ChangeEvent, type DragEvent, useState } from "react";
import styled, { css } from "styled-components";
import type { ImportName } from "../../shared/import-names.ts";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { visuallyHidden } from "../ui/GlobalStyle.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Ring } from "../ui/Spinner.tsx";

interface ImportFileProps {
  name: ImportName;
  /** The one chosen last. */
  file: string | undefined;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** Where a file is chosen, or dropped. */
export function ImportFile({ name, file, busy, onChoose }: ImportFileProps) {
  const [over, setOver] = useState(false);

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? [];
    // The same file chosen again after it was mended is a choice too.
    currentTarget.value = "";
    if (chosen) onChoose(chosen);
  }

  function handleDrag(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === "dragover");
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !busy) onChoose(dropped);
  }

  return (
    <>
      <Place $over={over} onDragOver={handleDrag} onDragLeave={handleDrag} onDrop={handleDrop}>
        <input type="file" accept={accepted} disabled={busy} onChange={handleChange} />
        {busy ? <Ring aria-hidden="true" /> : <Icon name="sheet" large />}
        <strong>{busy ? say("Reading the file...") : say("Drop a spreadsheet here, or choose one")}</strong>
        {file ? <bdi>{file}</bdi> : <span>{say("xlsx or CSV, up to 10 MB")}</span>}
      </Place>
      <Hint>{hintOf(name)}</Hint>
    </>
  );
}

const accepted = ".xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function hintOf(name: ImportName): string {
  switch (name) {
    case "plots":
      return say(
        "Needed are house number, category, type, floor and owner. A house that is known already is brought up to date.",
      );
    case "receipts":
      return say(
        "Needed are house number, amount, date and method. The receipts settle as if they were typed, oldest first, and are not mailed. What was imported before is not added again.",
      );
    case "expenses":
      return say(
        "Needed are type, title, month and amount. What was imported before is not added again, only marked as paid.",
      );
  }
}

const Place = styled.label<{ $over: boolean }>`
  ${type("text")}
  ${({ theme: t, $over }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${t.space.s};
    min-block-size: ${t.size.cardHeight}px;
    padding: ${t.space.l};
    border: 1px dashed ${$over ? t.color.accent : t.color.ctl};
    border-radius: ${t.radius.dialog};
    background: ${$over ? t.color.accentSoft : t.color.canvas};
    color: ${t.color.ink2};
    text-align: center;
    cursor: pointer;

    strong {
      color: ${t.color.ink};
      font-weight: 600;
    }

    bdi {
      max-inline-size: 100%;
      overflow-wrap: anywhere;
    }

    > input {
      ${visuallyHidden}
    }

    &:hover {
      border-color: ${t.color.accent};
    }

    &:focus-within {
      outline: ${t.size.ring} solid ${t.color.accent};
      outline-offset: ${t.size.ring};
    }
  `}
`;

const Hint = styled.p`
  ${type("meta")}
  ${({ theme: t }) => css`
    margin-block-start: ${t.space.m};
    color: ${t.color.ink2};
  `}
`;

import { type KeyboardEvent, useState } from "react";
import styled, { css } from "styled-components";
import { formatDay, isDay } from "../../../shared/dates.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import type { FieldInfo, FieldInfoMap } from "../../ui/form/Form.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";
import { hideOnMobile } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { type FormValues, idOf, titleOf, versionOf } from "../formValues.ts";
import { ConflictField } from "./ConflictField.tsx";
import { findLastEdit, listEditorNames, type MergeConflict } from "./saveMerged.ts";
import { getDefaultSide, type MergeSide, mergeValues, valuesDiffer } from "./threeWayMerge.ts";

interface ConflictDialogProps<Rec> {
  resource: AnyResource;
  conflict: MergeConflict<Rec>;
  fieldInfo: FieldInfoMap;
  /** The name of a record whose title field does not identify it to users. */
  recordName?: string;
  open: boolean;
  /** Called with the values to save, or without values when the user cancels. */
  onResolve: (values?: FormValues) => void;
}

/** Shows both versions of a record field by field, lets the user choose, and shows the result before it is saved. */
export function ConflictDialog<Rec extends object>(props: ConflictDialogProps<Rec>) {
  const { resource, conflict, fieldInfo, open, onResolve } = props;
  const { fields, edits, base, theirs } = conflict;
  const [sides, setSides] = useState<Readonly<Record<string, MergeSide>>>({});
  const sideOf = (field: (typeof fields)[number]): MergeSide => sides[field.name] ?? getDefaultSide(field);
  const values = mergeValues({ mine: conflict.myValues, theirs: conflict.theirValues }, { fields, sideOf });
  const names = listEditorNames(edits).map(translateName);
  const otherName = names.join(t(", ")) || t("Somebody");
  const editedAt = edits.at(-1)?.at;
  const title = titleOf(resource, theirs) || String(idOf(resource, theirs));
  const recordName = props.recordName ?? t("{noun} {name}", { noun: translateName(resource.label), name: title });
  const textOf = (name: string, value: unknown) => formatFieldValue({ resource, name, value, fieldInfo });

  function handleChooseAll(side: MergeSide) {
    setSides(Object.fromEntries(fields.map(({ name }) => [name, side])));
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onResolve(values);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onResolve()}
      title={t("{record} changed while you were editing", { record: recordName })}
      description={
        <Editors>
          {names.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <span>
            {editedAt === undefined
              ? t("{name} saved another version. Nothing is lost until you save.", { name: otherName })
              : t(
                  "{name} saved version {theirs}, {time}. You began from version {yours}. Nothing is lost until you save.",
                  {
                    name: otherName,
                    theirs: versionOf(theirs),
                    yours: versionOf(base),
                    time: formatTimestamp(editedAt),
                  },
                )}
          </span>
        </Editors>
      }
      width="l"
    >
      <VersionGrid onKeyDown={handleKeyDown}>
        <ColumnHeadings aria-hidden="true">
          <span>{t("Field")}</span>
          <span>{t("Before")}</span>
          <span>{t("Yours")}</span>
          <span>{otherName}</span>
        </ColumnHeadings>
        {fields.map((field) => (
          <ConflictField
            key={field.name}
            label={fieldInfo.get(field.name)?.label ?? field.name}
            name={field.name}
            before={textOf(field.name, field.before)}
            mine={textOf(field.name, field.mine)}
            theirs={textOf(field.name, field.theirs)}
            otherName={otherName}
            lastEdit={findLastEdit(edits, field.name)}
            isSame={!valuesDiffer(field)}
            chosenSide={sideOf(field)}
            onChoose={(side) => setSides({ ...sides, [field.name]: side })}
          />
        ))}
        <Result>
          <small>{t("Will be saved as version {number}", { number: versionOf(theirs) + 1 })}</small>
          <dl>
            {fields.map(({ name }) => (
              <div key={name}>
                <dt>{fieldInfo.get(name)?.label ?? name}</dt>
                <dd>
                  <bdi>{textOf(name, values[name])}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </Result>
        <Actions>
          <Button onClick={() => handleChooseAll("theirs")}>{t("Keep all of theirs")}</Button>
          <Button onClick={() => handleChooseAll("mine")}>{t("Keep all of mine")}</Button>
          <Spacer />
          <Button onClick={() => onResolve()}>{t("Cancel")}</Button>
          <Button variant="primary" shortcut="Ctrl Enter" onClick={() => onResolve(values)}>
            {t("Save merged version")}
          </Button>
        </Actions>
      </VersionGrid>
    </Dialog>
  );
}

const Editors = styled.span`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.s};
  `}
`;

const VersionGrid = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: minmax(0, 1.1fr) minmax(0, 1.1fr) minmax(0, 2fr) minmax(0, 2fr);

    ${theme.mobile} {
      display: block;
    }
  `}
`;

const ColumnHeadings = styled.div`
  ${typography("meta")}
  ${({ theme }) => css`
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
    border-block-end: 1px solid ${theme.color.borderStrong};
    color: ${theme.color.textMuted};

    > * {
      padding: ${theme.space.s} ${theme.space.m};
      padding-inline-start: 0;
    }

    > :nth-child(n + 3) {
      padding-inline-start: ${theme.space.m};
    }
    ${hideOnMobile}
  `}
`;

const Result = styled.div`
  ${({ theme }) => css`
    grid-column: 1 / -1;
    margin-block-start: ${theme.space.l};
    padding: ${theme.space.m} ${theme.space.l};
    background: ${theme.color.canvas};
    color: ${theme.color.textMuted};

    dl {
      display: flex;
      flex-wrap: wrap;
      gap: ${theme.space.xs} ${theme.space.xl};
      margin-block-start: ${theme.space.xs};
    }

    dl > div {
      display: flex;
      gap: ${theme.space.s};
    }

    dd {
      color: ${theme.color.text};
      font-weight: 600;
      overflow-wrap: anywhere;
    }
  `}
`;

const Actions = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    grid-column: 1 / -1;
    gap: ${theme.space.s};
    margin-block-start: ${theme.space.xl};

    ${theme.mobile} {
      > button {
        flex: 1 1 40%;
      }
    }
  `}
`;

const Spacer = styled.span`
  flex: 1;
  ${hideOnMobile}
`;

interface FieldValue {
  resource: Pick<AnyResource, "fields">;
  name: string;
  value: unknown;
  fieldInfo: FieldInfoMap;
}

/** A field's value as displayed; a dash for no value. */
function formatFieldValue({ resource, name, value, fieldInfo }: FieldValue): string {
  const field = fieldInfo.get(name);
  if (value === undefined || value === null || value === "" || Number.isNaN(value)) return "—";
  if (field?.secret) return "••••••";
  if (Array.isArray(value)) return value.map((item) => formatItem(item, field)).join(t(", ")) || "—";
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value === "object")
    return Object.entries(value)
      .flatMap(([item, itemValue]) => {
        const label = fieldInfo.get(`${name}.${item}`)?.label;
        return label === undefined
          ? []
          : `${label}: ${formatFieldValue({ resource, name: item, value: itemValue, fieldInfo })}`;
      })
      .join(t(", "));
  const kind = resource.fields.get(name)?.kind;
  if (kind === "money" && typeof value === "number") return formatAmount(value);
  const text = String(value);
  if (kind === "day" && isDay(text)) return formatDay(text);
  return formatOption(value, field);
}

/** An option, or an object inside the record by its values. */
function formatItem(item: unknown, field: FieldInfo | undefined): string {
  return typeof item === "object" && item !== null ? Object.values(item).join(" ") : formatOption(item, field);
}

function formatOption(value: unknown, field: FieldInfo | undefined): string {
  const option = field?.options?.find((candidate) => candidate.value === value);
  return option?.label ?? translateName(String(value));
}

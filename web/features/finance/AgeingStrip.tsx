import { Fragment } from "react";
import styled, { css } from "styled-components";
import type { AgeingRecord } from "../../../shared/endpoints/ageing.ts";
import { addPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { ageNames } from "./ageingAges.ts";

interface AgeingStripProps {
  ageing: AgeingRecord;
  /** The category that is looked at; undefined for all. */
  CategoryID: number | undefined;
}

type Line = AgeingRecord["total"];

/** What is open by age, category by category; on the phone of the category looked at. */
export function AgeingStrip({ ageing: { categories, total }, CategoryID }: AgeingStripProps) {
  const phone = usePhone();
  const chosen = categories.find((category) => category.CategoryID === CategoryID);
  return (
    <Box>
      {phone ? <Pairs line={chosen ?? total} /> : <Grid categories={categories} total={total} />}
      <Note>
        <Said
          text="Days count from the due date. Fallen due {due} and not yet due {notYet} make {all}: all that is open in the schedule, counted as on the dashboard."
          with={{
            due: <Money rupees={total.due} decimals={2} prefix />,
            notYet: <Money rupees={total.notYet} decimals={2} prefix />,
            all: (
              <Money
                rupees={toRupees(addPaisa(toPaisa(total.due), toPaisa(total.notYet)))}
                decimals={2}
                prefix
                strong
              />
            ),
          }}
        />
      </Note>
    </Box>
  );
}

function Grid({ categories, total }: Pick<AgeingRecord, "categories" | "total">) {
  const ages = ageNames();
  return (
    <Table aria-label={say("By age and category")}>
      <thead>
        <tr>
          <th scope="col">{say("Category")}</th>
          {ages.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">{say("Fallen due")}</th>
          <th scope="col">{say("Not yet due")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, ...line }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <Plate house={CategoryName} category={CategoryName} />
            </th>
            <Amounts line={line} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say("Total")}</th>
          <Amounts line={total} />
        </tr>
      </tfoot>
    </Table>
  );
}

function Amounts({ line }: { line: Line }) {
  return (
    <>
      {ageNames().map(({ key }) => (
        <td key={key}>
          <Money rupees={line[key]} decimals={2} dash />
        </td>
      ))}
      <td>
        <Money rupees={line.due} decimals={2} dash strong />
      </td>
      <td>
        <Money rupees={line.notYet} decimals={2} dash />
      </td>
    </>
  );
}

function Pairs({ line }: { line: Line }) {
  return (
    <List aria-label={say("By age and category")}>
      {ageNames().map(({ key, title }) => (
        <Fragment key={key}>
          <dt>{title}</dt>
          <dd>
            <Money rupees={line[key]} decimals={2} dash />
          </dd>
        </Fragment>
      ))}
      <dt>{say("Fallen due")}</dt>
      <dd>
        <Money rupees={line.due} decimals={2} strong />
      </dd>
    </List>
  );
}

const Box = styled.section`
  ${({ theme: t }) => css`
    flex: none;
    padding-block: ${t.space.s};
    border-block-end: 1px solid ${t.color.line};
    overflow-x: auto;
  `}
`;

const Table = styled.table`
  ${({ theme: t }) => css`
    inline-size: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;

    th,
    td {
      padding: ${t.space.xxs} ${t.size.cellPad};
      text-align: end;
      font-weight: 400;
      white-space: nowrap;
    }

    th:first-child {
      padding-inline-start: ${t.size.gutter};
      text-align: start;
    }

    td:last-child,
    thead th:last-child {
      padding-inline-end: ${t.size.gutter};
      color: ${t.color.ink2};
    }

    thead th {
      ${type("meta")}
      color: ${t.color.ink2};
    }

    tfoot :is(th, td) {
      border-block-start: 1px solid ${t.color.ink};
      font-weight: 600;
    }
  `}
`;

const List = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${t.space.xxs} ${t.space.m};
    padding-inline: ${t.size.gutter};

    dd {
      text-align: end;
    }
  `}
`;

const Note = styled.p`
  ${type("meta")}
  ${({ theme: t }) => css`
    padding: ${t.space.xs} ${t.size.gutter} 0;
    color: ${t.color.ink2};
  `}
`;

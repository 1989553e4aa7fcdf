import { z } from "zod";
import type { Day } from "../../../shared/dates.ts";
import { day, reason, signedRupees, text } from "../../../shared/fields.ts";
import { createMessage } from "../../../shared/messages.ts";
import { type Adjustment, adjustment, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { type AdjustmentInput, addAdjustments, findDateRefusal, noReferences } from "../../services/adjustments.ts";
import { readHousesByNumber } from "../../services/houses.ts";
import { nameKey, parseDay, parseRupees } from "../../services/imports/cell-values.ts";
import { type Column, type ColumnMapping, houseAliases } from "../../services/imports/columns.ts";
import { joinValues, parseKeyedRows, type RowReader, refuseRow } from "../../services/imports/keyed-rows.ts";
import { createMonthLockCheck } from "../../services/imports/locked-rows.ts";
import {
  type DuplicateCandidate,
  type NewRow,
  separateDuplicates,
} from "../../services/imports/possible-duplicates.ts";
import type { Importer } from "../../services/imports/run-import.ts";
import type { SpreadsheetRow } from "../../services/imports/spreadsheet.ts";
import { undoneReason } from "../../services/imports/undo-import.ts";

type ColumnName = "HouseNo" | "Amount" | "Date" | "Reason";

const openingBalanceColumns: readonly Column<ColumnName>[] = [
  { name: "HouseNo", aliases: houseAliases, isRequired: true },
  {
    name: "Amount",
    aliases: [
      "Amount",
      "Opening Balance",
      "Balance",
      "Arrears",
      "Outstanding",
      "Amount Due",
      "Amount Rs",
      "Rs",
      "رقم",
      "بقایا",
      "ابتدائی بقایا",
      "بقایا جات",
    ],
    isRequired: true,
  },
  {
    name: "Date",
    aliases: ["As of", "As of Date", "As on", "Balance as of", "Balance Date", "Opening Date", "بتاریخ", "تک"],
    isRequired: true,
  },
  { name: "Reason", aliases: ["Reason", "Remarks", "Note", "Details", "وجہ", "کیفیت", "تفصیل"] },
];

/**
 * Adds the opening balances of houses as of a day. A house has at most one opening balance for each day; existing ones
 * are never changed. A row is a possible duplicate of an opening balance with the same amount and another day, and of a
 * voided one with the same amount and day, unless the undo of an import voided it.
 */
export const openingBalanceImporter: Importer = {
  name: "opening-balances",
  columns: openingBalanceColumns,
  planImport: async (tx, { rows, mapping, duplicatesMode, onProgress }) => {
    const { accepted, refused } = parseOpeningBalances(rows, mapping);
    const outcome = { added: 0, updated: 0, unchanged: 0, refused };
    const houses = await readHousesByNumber(tx);
    // A revision's credit is also stored with Kind `opening`, but has a PaymentScheduleID; it is not the house's
    // opening balance of that day.
    const openings = await tx.find(adjustment, { Kind: "opening", PaymentScheduleID: null });
    const existing = new Map(
      openings.filter(({ VoidedAt }) => VoidedAt === null).map((row) => [houseDayKey(row.PlotID, row.Date), row]),
    );
    const rowNumbers = new Map<string, number>();
    const newRows: (NewRow & { opening: AdjustmentInput })[] = [];
    const checkMonthLock = await createMonthLockCheck(tx, adjustment);
    for (const { rowNumber, input, key, contentKey } of accepted) {
      const PlotID = houses.get(nameKey(input.HouseNo))?.PlotID;
      const houseDay = houseDayKey(PlotID ?? 0, input.Date);
      const before = existing.get(houseDay);
      const earlierRow = rowNumbers.get(houseDay);
      const lockRefusal = before ? undefined : await checkMonthLock(input);
      const dateRefusal = findDateRefusal(input.Date, tx.today);
      if (PlotID === undefined)
        refused.push(refuseRow(rowNumber, createMessage("unknown-name", { label: "House", value: input.HouseNo })));
      else if (earlierRow !== undefined)
        refused.push(
          refuseRow(
            rowNumber,
            createMessage("duplicate-in-file", { label: "House", value: input.HouseNo, row: earlierRow }),
          ),
        );
      else if (dateRefusal) refused.push(refuseRow(rowNumber, dateRefusal));
      else if (before && before.Amount !== input.Amount)
        refused.push(refuseRow(rowNumber, createMessage("opening-differs", { number: adjustmentName(before) })));
      else if (before || input.Amount === 0) outcome.unchanged++;
      else if (lockRefusal) refused.push(refuseRow(rowNumber, lockRefusal));
      else {
        const opening = toOpening(input, PlotID);
        newRows.push({
          rowNumber,
          key,
          contentKey,
          otherKeys: [houseAmountKey(opening), houseAmountDayKey(opening)],
          opening,
        });
      }
      if (PlotID !== undefined) rowNumbers.set(houseDay, rowNumber);
    }
    const others = openings.filter((row) =>
      row.VoidedAt === null ? !rowNumbers.has(houseDayKey(row.PlotID, row.Date)) : row.VoidReason !== undoneReason,
    );
    const candidates = others.map(toDuplicateCandidate);
    const { added, possibleDuplicates } = separateDuplicates(newRows, { candidates, duplicatesMode });
    const openingsToAdd = added.map(({ opening }) => opening);
    onProgress(1);
    refused.sort((a, b) => a.row - b.row);
    return {
      outcome: { ...outcome, added: added.length, alike: possibleDuplicates },
      writes: newRows.map(({ rowNumber }) => ({ row: rowNumber })),
      apply: () => addAdjustments(tx, openingsToAdd),
    };
  },
};

const openingBalanceSchema = z.object({
  HouseNo: text("House number is required"),
  Amount: signedRupees("Amount is required"),
  Date: day("Date is required"),
  Reason: reason(),
});

type OpeningBalance = z.output<typeof openingBalanceSchema>;

const defaultReason = "Opening balance";

function parseOpeningBalances(rows: readonly SpreadsheetRow[], mapping: ColumnMapping | undefined) {
  return parseKeyedRows<ColumnName, OpeningBalance>(
    {
      columns: openingBalanceColumns,
      // Not used: opening balances have no document number.
      numberLabel: "House",
      emptyInTotalRow: ["HouseNo", "Date"],
      readInput,
      identityOf: ({ HouseNo, Date: date }) => [HouseNo, date],
    },
    { rows, mapping },
  );
}

function readInput(reader: RowReader<ColumnName>): OpeningBalance | undefined {
  return reader.parseRecord(openingBalanceSchema, {
    HouseNo: reader.requiredText("HouseNo", "House number"),
    Amount: reader.requiredValue("Amount", "Amount", parseSignedRupees),
    Date: reader.requiredValue("Date", "As of", parseDay),
    Reason: reader.optionalText("Reason", "Reason") || defaultReason,
  });
}

/** Rupees as written by people; credit as `-2,500`, `(2,500)` or `2,500 Cr`. */
function parseSignedRupees(cell: string): number | undefined {
  const credit = /^(?:[-−]\s*(.+)|\((.+)\)|(.+?)\s*cr\.?)$/iu.exec(cell.trim());
  if (!credit) return parseRupees(cell);
  const amount = parseRupees(credit[1] ?? credit[2] ?? credit[3] ?? "");
  return amount === undefined || amount === 0 ? amount : -amount;
}

function toOpening({ HouseNo: _, ...values }: OpeningBalance, PlotID: number): AdjustmentInput {
  return { ...values, ...noReferences, PlotID, Kind: "opening", DueDate: null };
}

/**
 * What rows are compared with: house and amount of a valid opening balance; house, amount and day of a voided one.
 */
function toDuplicateCandidate(row: Adjustment): DuplicateCandidate {
  return {
    id: row.AdjustmentID,
    name: adjustmentName(row),
    deleted: row.VoidedAt !== null,
    ImportKey: "",
    contentKey: "",
    otherKeys: [row.VoidedAt === null ? houseAmountKey(row) : houseAmountDayKey(row)],
  };
}

type OpeningValues = Pick<Adjustment, "PlotID" | "Amount" | "Date">;

function houseAmountKey({ PlotID, Amount }: OpeningValues): string {
  return joinValues([PlotID, Amount]);
}

function houseAmountDayKey({ PlotID, Amount, Date: date }: OpeningValues): string {
  return joinValues([PlotID, Amount, date]);
}

function houseDayKey(PlotID: number, date: Day): string {
  return `${PlotID} ${date}`;
}

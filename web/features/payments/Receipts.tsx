import { useCallback, useMemo, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { societyToday } from "../../../shared/dates.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ImportProgress } from "../../import/ImportProgress.tsx";
import { say, sayName } from "../../lib/language.ts";
import { useMails } from "../../lib/mails.ts";
import { useEditors } from "../../lib/presence.ts";
import { useSession } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { StaleNote } from "../../StaleNote.tsx";
import { saveReceipt } from "../../saveReceipt.ts";
import { Table } from "../../ui/Table.tsx";
import type { RowAction } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { usePhone } from "../../ui/usePhone.ts";
import { useAskedToAdd } from "../../useAskedToAdd.ts";
import { useClearUrl } from "../../useClearUrl.ts";
import { useExporting } from "../../useExporting.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import { blankReceipt, fillable, givenIn, nothingGiven } from "./ReceiptBlank.ts";
import { receiptColumns } from "./ReceiptColumns.tsx";
import { ReceiptDelete } from "./ReceiptDelete.tsx";
import { ReceiptEdit, useReceiptEditing } from "./ReceiptEditing.ts";
import { type Receipt, receiptFilters, useReceiptFilter } from "./ReceiptFilter.ts";
import { ReceiptFooter } from "./ReceiptFooter.tsx";
import { ReceiptForm } from "./ReceiptForm.tsx";
import { ReceiptProgress } from "./ReceiptProgress.tsx";
import { ReceiptRowDialogs } from "./ReceiptRowDialogs.tsx";
import { toldSaves } from "./ReceiptSaving.ts";
import { SettledMonths } from "./ReceiptSettles.tsx";
import { ReceiptToolbar } from "./ReceiptToolbar.tsx";
import { ReceiptTools } from "./ReceiptTools.tsx";

/** What houses have paid, newest first: entered by the key, changed in the row, voided rather than lost. */
export function Receipts() {
  const failed = say("Failed to load payment receipts");
  const asked = useReceiptFilter();
  const list = useResource(paymentReceipt, asked.params);
  const { rows, status, problem, may, again } = list;
  const [sort, setSort] = useUrlState("sort", "-ReceiptNo", "typed");
  const columns = useMemo(receiptColumns, []);
  const filters = useClearUrl(receiptFilters);
  const frame = useRef<HTMLElement>(null);
  const phone = usePhone();
  const [given, setGiven] = useState(nothingGiven);
  const blank = useMemo(() => ({ ...blankReceipt, PaymentDate: societyToday(new Date()), ...given }), [given]);
  const editor = useResourceEditor({ resource: paymentReceipt, list: toldSaves(list), blank });
  const exporting = useExporting();
  const told = useMemo(() => new Map(columns.map(({ key, title }) => [key, { label: title }])), [columns]);
  const editing = useReceiptEditing({ save: editor.save, told, onLeft: focusTable });
  const { start: handleStart, submit: handleSave, leave: handleCancel } = editing;
  // A right that went while somebody types leaves no row to type in: the form is kept in a dialog.
  const editedId = editing.withdrawal ? 0 : editing.id;

  const staff = useSession()?.user.role.scope === "all";
  const glow = useCallback(
    (id: number) => {
      const lit = list.glow(id);
      return staff && lit?.by === portalName ? undefined : lit;
    },
    [list.glow, staff],
  );
  const mails = useMails(staff, rows);

  const shown = useMemo(() => rows.filter(asked.shows), [rows, asked.shows]);
  const cells = useMemo(
    () => ({ id: editedId, onSave: () => void handleSave(), onCancel: handleCancel }),
    [editedId, handleSave, handleCancel],
  );

  const handleEdit = useHandler((receipt: Receipt) => {
    if (!may.update || receipt.VoidedAt !== null) return;
    if (phone) editor.edit(receipt);
    else void handleStart(receipt);
  });

  const handlePdf = useHandler((receipt: Receipt) => {
    void exporting.run(receiptName(receipt), () => saveReceipt(receipt));
  });

  const { ask: handleAsk } = editor;
  const rowActions = useMemo(() => {
    return (receipt: Receipt): readonly RowAction[] => {
      const name = receiptName(receipt);
      if (receipt.PaymentReceiptID === editedId)
        return [
          { key: "save", label: say("Save {name}", { name }), icon: "check", onPress: () => void handleSave() },
          { key: "cancel", label: say("Cancel changes of {name}", { name }), icon: "x", onPress: handleCancel },
        ];
      const edit: RowAction = {
        key: "edit",
        label: say("Edit {name}", { name }),
        icon: "pencil",
        onPress: () => handleEdit(receipt),
      };
      const remove: RowAction = {
        key: "delete",
        label: say("Delete {name}", { name }),
        icon: "trash",
        danger: true,
        onPress: () => handleAsk(receipt),
      };
      const pdf: RowAction = {
        key: "pdf",
        label: say("PDF of {name}", { name }),
        icon: "download",
        onPress: () => handlePdf(receipt),
      };
      if (asked.voided) return [pdf];
      return [pdf, ...(may.update ? [edit] : []), ...(may.remove ? [remove] : [])];
    };
  }, [asked.voided, may.update, may.remove, editedId, handleSave, handleCancel, handleEdit, handleAsk, handlePdf]);

  const { refusal } = editing;
  const editorOf = useEditors(paymentReceipt.name);
  const rowState = useCallback(
    ({ PaymentReceiptID: id }: Receipt) => {
      if (id !== editedId) return { glow: glow(id), editing: editorOf(id) };
      return refusal === undefined ? undefined : { refused: refusal };
    },
    [editedId, refusal, glow, editorOf],
  );
  useShortcut("n", handleAdd, may.create);
  useAskedToAdd({ add: handleAddFor, may: may.create, fields: fillable });

  function handleAdd() {
    setGiven(nothingGiven);
    editor.add();
  }

  function handleAddFor(values: ReadonlyMap<string, string>) {
    setGiven(givenIn(values));
    editor.add();
  }

  function focusTable() {
    frame.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
  }

  function handleClear() {
    asked.setText("");
    filters.clear();
  }

  const lit = shown.find(({ PaymentReceiptID }) => glow(PaymentReceiptID));
  const litBy = lit && glow(lit.PaymentReceiptID)?.by;
  const { opened, asked: asking } = editor;
  const live = rows.find(({ PaymentReceiptID }) => PaymentReceiptID === opened?.record?.PaymentReceiptID);
  return (
    <Screen ref={frame} aria-label={say("Payment Receipt")}>
      <Heading>{say("Payment Receipt")}</Heading>
      <ReceiptToolbar asked={asked}>
        <ReceiptTools {...{ list, columns, shown, sort, mails }} mayMail={staff && may.update} onAdd={handleAdd} />
      </ReceiptToolbar>
      <ReceiptProgress mails={mails} />
      <ImportProgress name="receipts" />
      <StaleNote problem={problem} shown={rows.length > 0} onAgain={again} />
      <FormProvider {...editing.form}>
        <ReceiptEdit value={cells}>
          <SettledMonths year={asked.year}>
            <Table
              label={say("Payment Receipt")}
              rows={shown}
              rowKey={keyOf}
              columns={columns}
              sort={sort}
              onSort={setSort}
              rowState={rowState}
              onOpen={handleEdit}
              rowActions={rowActions}
              actionSlots={asked.voided ? 1 : 1 + Number(may.update) + Number(may.remove)}
              loading={status === "loading"}
              announce={
                lit && litBy
                  ? say("{name}: {receipt}, {house}", {
                      name: sayName(litBy),
                      receipt: receiptName(lit),
                      house: lit.HouseNo,
                    })
                  : undefined
              }
              empty={
                <ResourceEmpty
                  problem={status === "failed" ? failed : undefined}
                  onAgain={again}
                  onClear={filters.some || asked.text !== "" ? handleClear : undefined}
                  title={say("No receipts found.")}
                  foundNone={say("No receipts found.")}
                  text={say("Its money settles the oldest open installments of the house.")}
                  add={may.create ? { label: say("Add Receipt"), onAdd: handleAdd } : undefined}
                />
              }
              footer={
                status === "loading" && rows.length === 0 ? (
                  say("Loading...")
                ) : (
                  <ReceiptFooter shown={shown} total={rows.length} voided={asked.voided} may={may} mails={mails} />
                )
              }
            />
          </SettledMonths>
        </ReceiptEdit>
      </FormProvider>
      <ReceiptForm editor={editor} list={{ rows, glow }} columns={columns} blank={blank} live={live} />
      <ReceiptRowDialogs editing={editing} told={told} />
      {asking && <ReceiptDelete editor={editor} receipt={asking.record} />}
    </Screen>
  );
}

/** Whose hand it was where nobody's was: mails going out one by one are no change to follow. Residents read it of the staff. */
const portalName = "Office";

function keyOf({ PaymentReceiptID }: Receipt): string {
  return String(PaymentReceiptID);
}

import { useMemo } from "react";
import { messages } from "../../../shared/messages.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { say, sayName } from "../../lib/language.ts";
import { useEditors } from "../../lib/presence.ts";
import { useMay } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { Note } from "../../Note.tsx";
import { ResourceDelete } from "../../ResourceDelete.tsx";
import { ResourceDialog } from "../../ResourceDialog.tsx";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import type { Values } from "../../resourceValues.ts";
import { StaleNote } from "../../StaleNote.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageAction } from "../../ui/PageAction.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Heard } from "../../ui/TableHeard.ts";
import { FooterBar } from "../../ui/TableStyle.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { usePhone } from "../../ui/usePhone.ts";
import { useAskedToAdd } from "../../useAskedToAdd.ts";
import { useListSearch } from "../../useListSearch.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import { useRateActions } from "./RateActions.ts";
import { rateColumns } from "./RateColumns.tsx";
import { RateFields } from "./RateFields.tsx";
import { ratePeriod, rateTarget } from "./RateText.ts";
import type { CardActions } from "./ServiceChargeCard.tsx";
import { ServiceChargeCards } from "./ServiceChargeCards.tsx";
import { rateFilters, ServiceChargeFilters, useShownRates } from "./ServiceChargeFilters.tsx";
import { ServiceChargeSkeleton } from "./ServiceChargeSkeleton.tsx";

/** What each kind of house pays, as cards: added, switched on and off, and turned into payment plans. */
export function ServiceCharges() {
  const list = useResource(serviceRate);
  const { rows, status, problem, may, glow } = list;
  const editorOf = useEditors(serviceRate.name);
  const search = useListSearch(rateFilters);
  const shown = useShownRates(rows, search.words);
  const editor = useResourceEditor({ resource: serviceRate, list, blank });
  const { making, maySeePlans, toggle, makePlan } = useRateActions(list);
  const mayMakePlan = useMay(serviceRate.guards.list.page, "CanGeneratePaymentPlan");

  const phone = usePhone();
  const columns = useMemo(rateColumns, []);

  const { edit, ask } = editor;
  const actions: CardActions = useMemo(
    () => ({
      may: { update: may.update, remove: may.remove, makePlan: mayMakePlan, seePlans: maySeePlans },
      onEdit: edit,
      onDelete: ask,
      onToggle: (rate) => void toggle(rate),
      onMakePlan: (rate) => void makePlan(rate),
    }),
    [may.update, may.remove, mayMakePlan, maySeePlans, edit, ask, toggle, makePlan],
  );
  const handleSave = useHandler((values: Values, base: (typeof rows)[number] | undefined, along?: string) => {
    return editor.save(
      { ...values, GracePeriodDays: values.GracePeriodDays ?? 0, PenaltyAmount: values.PenaltyAmount ?? 0 },
      base,
      along,
    );
  });
  useShortcut("n", editor.add, may.create);
  useAskedToAdd({ add: editor.add, may: may.create });

  const { asked } = editor;
  const edited = editor.opened?.record;
  const live = rows.find(({ RateID }) => RateID === edited?.RateID);
  const hasPlan = (live ?? edited)?.PaymentPlanID != null;
  const active = shown.filter(({ IsActive }) => IsActive).length;
  const none = status === "ready" && rows.length === 0;
  const lit = shown.find(({ RateID }) => glow(RateID));
  const changedBy = lit && glow(lit.RateID)?.by;
  const loading = status === "loading" && rows.length === 0;
  return (
    <Screen aria-label={say("Service Charges")}>
      <Heading>{say("Service Charges")}</Heading>
      <Toolbar
        label={say("Search and filter {nouns}", { nouns: say("service charges") })}
        end={
          may.create && (
            <PageAction>
              <Button variant="primary" icon="plus" kbd="n" onClick={editor.add}>
                {phone ? say("Add") : say("Add service charge")}
              </Button>
            </PageAction>
          )
        }
      >
        <SearchBox label={say("Type, floor, month, rate")} value={search.text} onChange={search.setText} />
        <ServiceChargeFilters />
      </Toolbar>
      <StaleNote problem={problem} shown={rows.length > 0} onAgain={list.again} />
      {loading && <ServiceChargeSkeleton />}
      {shown.length > 0 && (
        <ServiceChargeCards
          rates={shown}
          stateOf={(id) => ({ glow: glow(id), editing: editorOf(id) })}
          making={making}
          actions={actions}
        />
      )}
      {none && (
        <EmptyState
          title={may.create ? say("No service charges yet. Add the first one.") : say("No service charges yet.")}
          text={say(
            "A rate says what a type, category and floor pay each month. Its payment plan divides that into installments.",
          )}
          action={
            may.create && (
              <Button icon="plus" kbd="n" onClick={editor.add}>
                {say("Add service charge")}
              </Button>
            )
          }
        />
      )}
      {!loading && !none && shown.length === 0 && (
        <ResourceEmpty
          problem={problem?.message}
          onAgain={list.again}
          onClear={search.clear}
          title=""
          foundNone={say("No service charge matches.")}
        />
      )}
      <Heard role="status">
        {changedBy && say("{name} changed {record}", { name: sayName(changedBy), record: rateTarget(lit) })}
      </Heard>
      <FooterBar>
        <ResourceFooter
          shown={shown.length}
          total={rows.length}
          nouns={[say("service charge"), say("service charges")]}
          may={may}
          ready={status === "ready"}
        >
          <span>{say("{count} active", { count: active })}</span>
        </ResourceFooter>
      </FooterBar>
      <ResourceDialog
        editor={{ ...editor, save: handleSave }}
        list={list}
        resource={serviceRate}
        columns={columns}
        blank={blank}
        title={edited ? say("Edit {name}", { name: rateTarget(edited) }) : say("Add Service Charge")}
        lead={edited && <Plate house={edited.CategoryName} category={edited.CategoryName} />}
        fields={<RateFields hasPlan={hasPlan} />}
        note={hasPlan && <Note title={messages.rateHasPlan} />}
        submitLabel={edited ? say("Update Service Charge") : say("Create Service Charge")}
      />
      {asked && (
        <ResourceDelete
          editor={editor}
          question={say("Delete {name}?", {
            name: say("the service charge for {target}, {period}", {
              target: rateTarget(asked.record),
              period: ratePeriod(asked.record),
            }),
          })}
          text={
            asked.record.PaymentPlanID === null
              ? say("No payment plan was made from it, so no house is charged by it.")
              : say("A payment plan was made from it: that plan has to be revoked first.")
          }
        />
      )}
    </Screen>
  );
}

const blank = {
  StartMonth: undefined,
  StartYear: undefined,
  EndMonth: undefined,
  EndYear: undefined,
  PlotTypeID: undefined,
  PlotCategoryID: undefined,
  FloorID: undefined,
  FloorRate: undefined,
  DueOnDay: 10,
  IsPenaltyApply: false,
  GracePeriodDays: undefined,
  PenaltyAmount: undefined,
  IsActive: true,
};

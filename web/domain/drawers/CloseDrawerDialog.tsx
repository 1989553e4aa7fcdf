import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import styled, { css } from "styled-components";
import { z } from "zod";
import { type DenominationCounts, denominations, sumDenominations } from "../../../shared/domain/drawers.ts";
import { closeDrawer, handOverCandidates, handOverDrawer } from "../../../shared/endpoints/drawer.ts";
import { sumRupees, toRupees } from "../../../shared/money.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { NumberField, SelectField, TextField } from "../../ui/form/FormFields.tsx";
import { WholeRow } from "../../ui/form/FormLayout.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { formatAmount, Money } from "../../ui/text/Money.tsx";
import { type DrawerRecord, ownDrawerTopics } from "./useOwnDrawer.ts";

interface CloseDrawerDialogProps {
  drawer: DrawerRecord;
  /** Whether the drawer was closed while the dialog was open. */
  isClosed: boolean;
  /** Whether the counted cash is handed over to a colleague. */
  isHandover: boolean;
  onClose: () => void;
}

/** Counts the drawer by notes and coins, then closes it or hands it over. The expected amount is kept up to date. */
export function CloseDrawerDialog({ drawer, isClosed, isHandover, onClose }: CloseDrawerDialogProps) {
  const form = useForm({
    resolver: zodResolver(isHandover ? formSchema.extend({ ToUserID: colleagueSchema }) : formSchema),
    defaultValues: { DifferenceReason: "" },
  });
  const { ToUserID: _colleague, DifferenceReason: _reason, ...counts } = useWatch({ control: form.control });
  const counted = toRupees(sumDenominations(toDenominations(counts)));
  const difference = sumRupees([counted, -drawer.Expected]);

  // The error names the difference, which another count changes.
  useEffect(() => {
    const subscription = form.watch((_values, { name }) => {
      if (name?.startsWith(countPrefix)) form.clearErrors("DifferenceReason");
    });
    return () => subscription.unsubscribe();
  }, [form]);

  return (
    <FormDialog
      form={form}
      send={async ({ ToUserID, DifferenceReason, ...counts }, idempotencyKey) => {
        const params = { DrawerID: drawer.DrawerID };
        const count = { Denominations: toDenominations(counts), DifferenceReason };
        const response =
          ToUserID === undefined
            ? await callEndpoint(closeDrawer, { params, body: count, idempotencyKey })
            : await callEndpoint(handOverDrawer, { params, body: { ...count, ToUserID }, idempotencyKey });
        const amounts = { counted: formatAmount(counted), difference: formatAmount(difference) };
        return { ...response, detail: t("Counted {counted}, difference {difference}", amounts) };
      }}
      onClose={onClose}
      columns={2}
      submitLabel={isHandover ? t("Hand Over") : t("Close Drawer")}
      submitDisabled={isClosed}
      formError={isClosed && !form.formState.isSubmitting ? describeClosedDrawer() : undefined}
      title={isHandover ? t("Hand Over Drawer") : t("Close Drawer")}
      description={t("How many of each note and coin are in the drawer of {name}?", { name: drawer.Cashier })}
    >
      {isHandover && <ColleagueField />}
      <Counts>
        {denominations.map((denomination) => (
          <NumberField
            key={denomination}
            name={`${countPrefix}${denomination}`}
            label={t("Rs {amount}", { amount: formatAmount(denomination, 0) })}
          />
        ))}
      </Counts>
      <WholeRow aria-live="polite">
        <AmountList
          rows={[
            { key: "expected", label: t("Expected"), amount: <Money rupees={drawer.Expected} /> },
            { key: "counted", label: t("Counted"), amount: <Money rupees={counted} strong /> },
            {
              key: "difference",
              label: t("Difference"),
              amount: <Money rupees={difference} strong />,
              tone: difference === 0 ? "accent" : "strong",
            },
          ]}
        />
      </WholeRow>
      {difference !== 0 && (
        <TextField
          name="DifferenceReason"
          label={t("Reason for the difference")}
          hint={t("At least 3 characters")}
          fullWidth
        />
      )}
    </FormDialog>
  );
}

/** The error of a dialog whose drawer was closed while it was open. */
export function describeClosedDrawer(): string {
  return t("This drawer has already been closed.");
}

/** The users who can take the drawer over. */
function ColleagueField() {
  const { data } = useLiveRequest<{ data: { UserID: number; FullName: string }[] }>(
    handOverCandidates.path,
    ownDrawerTopics,
  );
  const colleagues = data?.data ?? [];
  return (
    <SelectField
      name="ToUserID"
      label={t("Colleague")}
      options={colleagues.map(({ UserID, FullName }) => ({ value: UserID, label: FullName }))}
      fullWidth
    />
  );
}

/** The names of the count fields begin with a letter: react-hook-form would treat a number as an array index. */
const countPrefix = "n";

const countMessage = "A count must be a whole number from 0 to 100,000";
const countSchema = z.int(countMessage).min(0, countMessage).max(100_000, countMessage).optional();

const colleagueSchema = z.int("Colleague is required").min(1, "Colleague is required");

const formSchema = z.object({
  ToUserID: colleagueSchema.optional(),
  DifferenceReason: z.string(),
  ...Object.fromEntries(denominations.map((denomination) => [`${countPrefix}${denomination}`, countSchema])),
});

function toDenominations(values: Readonly<Record<string, unknown>>): DenominationCounts {
  return Object.fromEntries(
    denominations.flatMap((denomination) => {
      const value = values[`${countPrefix}${denomination}`];
      return typeof value === "number" && Number.isSafeInteger(value) ? [[String(denomination), value]] : [];
    }),
  );
}

const Counts = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: repeat(5, 1fr);
    gap: ${theme.space.m};

    ${theme.mobile} {
      grid-template-columns: repeat(2, 1fr);
      gap: ${theme.space.s} ${theme.space.m};
    }
  `}
`;

// @module-tag browser
// @module-tag matrix
import { expect, inject, onTestFinished, test } from "vitest";
import { connect } from "../../server/database/connection.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { verification } from "../../shared/resources/verification.ts";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { Tamperer } from "../harness/tampering.ts";

const browser = setUpBrowser();

test("two windows show that a verification runs, and the result of one that is started with the button", async () => {
  const { portal, clock, transaction, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const url = `${portal.url()}/system-management?tab=verification`;
  const windows = [await browser.openSignedIn(url, "admin"), await browser.openSignedIn(url, "admin")];
  const pages = windows.map(({ page }) => page);
  const expectTextInBoth = (text: string) => Promise.all(pages.map((page) => page.getByText(text).first().waitFor()));
  await expectTextInBoth("Not verified yet");
  for (const page of pages) expect(await page.getByText("No differences.").count()).toBe(0);

  // A verification of so few commits ends before a screen can show it, so the run of another server is recorded.
  const run = await transaction((tx) =>
    tx.insert(verification, {
      State: "running",
      StartedAt: clock.now().toISOString(),
      By: "manager",
      At: null,
      Commits: 0,
      Head: "",
      BreakCount: 0,
      Breaks: [],
    }),
  );
  await expectTextInBoth("A verification is running");
  for (const page of pages) expect(await page.getByRole("button", { name: "Verifying…" }).isDisabled()).toBe(true);
  await transaction(async (tx) => {
    tx.update(verification, await tx.get(verification, run.VerificationID), { State: "failed" });
  });
  await expectTextInBoth("The last verification was not completed");

  const verifyNow = () => pages[0]?.getByRole("button", { name: "Verify now" }).click();
  await verifyNow();
  await expectTextInBoth("Everything is as the portal has written it");

  const connection = await connect(inject("mongoUri"), portal.databaseName);
  onTestFinished(() => connection.close());
  const changedId = rows[0]?.PaymentScheduleID;
  await new Tamperer(connection).update(paymentSchedule.name, { _id: changedId }, { $set: { IsPaid: 1 } });
  await verifyNow();
  await expectTextInBoth("The database was changed outside the portal: 1 difference");
  await expectTextInBoth("Row changed");

  const difference = { Commit: "", Resource: "", RowID: 0, What: "Row changed" } as const;
  await transaction((tx) =>
    tx.insert(verification, {
      State: "done",
      StartedAt: clock.now().toISOString(),
      By: "manager",
      At: clock.now().toISOString(),
      Commits: 1,
      Head: "",
      BreakCount: 1_234,
      Breaks: Array<typeof difference>(100).fill(difference),
    }),
  );
  await expectTextInBoth("The first 100 of 1,234 differences");
  expect(windows.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
});

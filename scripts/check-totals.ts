import { assertSupportedDatabase } from "../server/database/migrations/migrate.ts";
import { Store } from "../server/database/store.ts";
import { reconcile } from "../server/services/reconciliation.ts";
import { withConnection, withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/** npm run check:totals: checks that totals, installments and receipts agree, also while the portal runs. */
runScript(() =>
  withMongo((uri) =>
    withConnection(uri, async (connection) => {
      await assertSupportedDatabase({ connection });
      const { installmentCount, receiptCount, differences } = await reconcile(new Store(connection));
      const [first, ...others] = differences;
      if (first !== undefined)
        throw new Error(`The totals do not agree: ${first}${others.length > 0 ? `; ${others.length} more` : ""}`);
      console.log(`The totals agree: ${installmentCount} installments, ${receiptCount} receipts`);
    }),
  ),
);

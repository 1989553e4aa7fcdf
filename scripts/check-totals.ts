import { assertSupportedDatabase } from "../server/database/migrations/migrate.ts";
import { Store } from "../server/database/store.ts";
import { reconcile } from "../server/services/reconciliation.ts";
import { resources } from "../shared/resources/index.ts";
import { withConnection, withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/** npm run check:totals: do totals, installments and receipts agree? The portal may be running meanwhile. */
runScript(() =>
  withMongo((uri) =>
    withConnection(uri, async (connection) => {
      await assertSupportedDatabase({ connection });
      const { installments, receipts, differences } = await reconcile(new Store(connection, resources));
      const [first, ...others] = differences;
      if (first !== undefined)
        throw new Error(`The books do not agree: ${first}${others.length > 0 ? `; ${others.length} more` : ""}`);
      console.log(`The books agree: ${installments} installments, ${receipts} receipts`);
    }),
  ),
);

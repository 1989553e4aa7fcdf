import { reconcile } from "../server/ground/check-books.ts";
import { Store } from "../server/kernel/store.ts";
import { assertSupportedDatabase } from "../server/upgrades/schema.ts";
import { resources } from "../shared/resources/index.ts";
import { withConnection, withMongo } from "./on-mongo.ts";
import { runScript } from "./run.ts";

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

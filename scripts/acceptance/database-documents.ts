import { withConnection } from "../lib/with-mongo.ts";

/** Everything that a database holds, as it lies there. */
export function readAllDocuments(database: string): Promise<{ collection: string; document: object }[]> {
  return withConnection(database, async (connection) => {
    const found: { collection: string; document: object }[] = [];
    for (const { name: collection } of await connection.listCollections())
      for await (const document of connection.collection(collection).find({})) found.push({ collection, document });
    return found;
  });
}

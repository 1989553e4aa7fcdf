import { connect } from "../../server/database.ts";

/** Everything that a database holds, as it lies there. */
export async function documentsIn(database: string): Promise<{ collection: string; document: object }[]> {
  const connection = await connect(database);
  try {
    const found: { collection: string; document: object }[] = [];
    for (const { name: collection } of await connection.listCollections())
      for await (const document of connection.collection(collection).find({})) found.push({ collection, document });
    return found;
  } finally {
    await connection.close();
  }
}

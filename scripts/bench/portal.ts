import { join } from "node:path";
import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/main.ts";

/** The portal in a separate process. Arguments: URI and name of the database, and a data folder. */
const [uri = "", name = "", dataDir = ""] = process.argv.slice(2);
const databaseUrl = new URL(uri);
databaseUrl.pathname = name;
const config = { ...readConfig({ ...process.env, DATA_DIR: dataDir, DEMO: "0", LOG_LEVEL: "error" }), port: 0 };
const portal = await startServer({ config, uri: databaseUrl.href, webDir: join(dataDir, "web") });
process.stdout.write(`ready ${portal.url}\n`);
process.once("SIGTERM", () => void portal.stop().then(() => process.exit(0)));

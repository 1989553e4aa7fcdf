import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { PermissionCache } from "../../server/access/permission-cache.ts";
import { openCore } from "../../server/core.ts";
import { readAtSnapshot } from "../../server/database/connection.ts";
import { createLog } from "../../server/log.ts";
import { type SeedAccount, seedDatabase } from "../../server/seed/seed-database.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { users } from "../../shared/resources/users.ts";
import { Clock } from "../harness/clock.ts";
import { password } from "../harness/initial-data.ts";

test("permissions revoked in a restored database are gone after the reload, although the user is identified during the reload", async () => {
  const { referenceCache, changeStream, connection, createSystemContext, close } = await openCore({
    uri: inject("mongoUri"),
    name: `permissions-${randomUUID()}`,
    now: new Clock().now,
    log: createLog("silent"),
  });
  onTestFinished(async () => {
    await connection.dropDatabase();
    await close();
  });
  const administrator: SeedAccount = {
    username: "admin",
    fullName: "Admin",
    role: "Admin",
    password,
    mustChangePassword: false,
  };
  await seedDatabase(createSystemContext("test"), [administrator]);
  await changeStream.waitForOwnCommits([users.name]);
  const [user] = referenceCache.all(users);
  const permissionCache = new PermissionCache({ referenceCache, tokens: { verify: () => undefined } });
  const readPermissions = () => permissionCache.identifyUser(user?.UserID ?? 0)?.session.permissions;
  expect(readPermissions()).toHaveProperty("/");

  // Without a commit, as by a restore.
  await connection.collection(rolePermissions.name).updateMany({}, { $set: { IsAllowed: 0 } });
  await readAtSnapshot(connection, async (session) => {
    let isLoaded = false;
    const loading = referenceCache.load(session).finally(() => {
      isLoaded = true;
    });
    while (!isLoaded) {
      readPermissions();
      await setImmediate();
    }
    await loading;
  });
  expect(readPermissions()).toEqual({});
});

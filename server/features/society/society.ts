import {
  maxLogoBytes,
  readLetterhead,
  readSocietyInfo,
  readSocietyRecord,
  readSocietySettings,
  removeLogo,
  replaceLogo,
  societyVersionSchema,
  updateSociety,
} from "../../../shared/endpoints/society.ts";
import { createMessage, createSavedMessage } from "../../../shared/messages.ts";
import { account } from "../../../shared/resources/account.ts";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { society } from "../../../shared/resources/society.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import { invalidField } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { assertActiveAccount } from "../../services/accounts.ts";
import { assertDrawersClosed } from "../../services/drawers.ts";
import { type SocietyRow, toLetterhead } from "../../services/society.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";
import { createLogo } from "./logo.ts";

const societyHandlers = defineResourceHandlers(society, {
  computeServerFields: () => ({ IsSetUp: true }),
  afterSave: async (tx, { after, before }) => {
    for (const method of paymentMethods) {
      const AccountID = after.MethodAccounts[method];
      if (AccountID === null || AccountID === before?.MethodAccounts[method]) continue;
      await assertActiveAccount(tx, AccountID, "MethodAccounts");
      // Locked, because a concurrent request could make the account inactive.
      await tx.lockRows(account, [AccountID], "MethodAccounts");
    }
    if (before && after.MethodAccounts.Cash !== before.MethodAccounts.Cash) await assertDrawersClosed(tx);
  },
});

export const feature: Feature = { initialize: initializeSociety };

/**
 * Endpoints of the society's record, the only one of its resource: read and change it, replace and remove the logo, and
 * read the parts that everybody or every signed-in user may see.
 */
function initializeSociety({
  readSociety,
  changeStream,
  present,
  mailTransport,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(readSocietyRecord, async () => ({ data: await readRecord() })),
      {
        endpoint: updateSociety,
        // The body is parsed by the resource's own handler, which keeps the values of omitted fields.
        handle: async ({ ctx, body }) => {
          const { Version: version } = parseBody(societyVersionSchema, body);
          const { message, row } = await societyHandlers.update(ctx, {
            id: (await readRow()).SocietyID,
            body,
            version,
          });
          return { ...message, data: row && present(society, row) };
        },
      },
      defineEndpointHandler(replaceLogo, async ({ ctx, file }) => {
        if (file.length > maxLogoBytes) throw invalidField("Logo", createMessage("logo-too-large"));
        const Logo = await createLogo(file);
        if (Logo === undefined) throw invalidField("Logo", createMessage("logo-unreadable"));
        return saveLogo(ctx, Logo);
      }),
      defineEndpointHandler(removeLogo, async ({ ctx }) => saveLogo(ctx, "")),
      defineEndpointHandler(readSocietyInfo, async () => {
        const { Name, NameUrdu, Logo, IsSignUpOpen, IsSetUp } = await readRow();
        const data = { Name, NameUrdu, Logo, IsSignUpOpen, IsSetUp, MailsAsFiles: mailTransport.writesFiles };
        return { data };
      }),
      defineEndpointHandler(readSocietySettings, async () => {
        const { Limits, BounceFee, MethodAccounts } = await readRecord();
        return { data: { ...Limits, BounceFee, MethodAccounts } };
      }),
      defineEndpointHandler(readLetterhead, async () => ({ data: toLetterhead(await readRow()) })),
    ],
    liveQueries: [
      {
        name: "letterhead",
        isForDisplays: true,
        isAffectedBy: (changes) => changes.some(({ resource }) => resource === society.name),
        canSubscribe: () => true,
        send: async (_viewer, emit) => emit("resync", { resources: ["letterhead"] }),
      },
    ],
  };

  async function readRow(): Promise<SocietyRow> {
    await changeStream.waitForOwnCommits([society.name]);
    return readSociety();
  }

  async function readRecord() {
    return present(society, await readRow());
  }

  async function saveLogo(ctx: RequestContext, Logo: string) {
    const { SocietyID } = await readRow();
    const row = await ctx.transaction(async (tx) => tx.update(society, await tx.get(society, SocietyID), { Logo }));
    return { ...createSavedMessage("updated", society.label), data: present(society, row) };
  }
}

import { certificateFileName } from "../../../shared/documents/certificate.ts";
import { certificatePdf } from "../../../shared/endpoints/certificate.ts";
import { createSavedMessage } from "../../../shared/messages.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { certificate } from "../../../shared/resources/certificate.ts";
import { runWithPdfRenderer } from "../../documents/pdf-queue.ts";
import { forbidden, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseBody, parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { issueCertificate, readCertificateState, updateCertificateStates } from "../../services/certificates.ts";
import { certificatePayload, createCodeUrlSigner } from "../../services/paper-payloads.ts";
import { toLetterhead } from "../../services/society-profile.ts";
import type { Feature, FeatureServices } from "../feature.ts";

const addedMessage = createSavedMessage("added", certificate.label);

/** Certificates that nothing is due for a house. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(certificate, {
    openapi: { createErrors: [409] },
    create: async (ctx, body) => {
      if (ctx.viewer.scope === "own") throw forbidden();
      const { PlotID } = parseBody(certificate.input, body);
      return { message: addedMessage, row: await ctx.transaction((tx) => issueCertificate(tx, PlotID)) };
    },
    recoverCreate: ({ first }) => ({ message: addedMessage, row: first }),
  }),
  initialize: (services) => ({ endpointHandlers: [createPdfHandler(services)] }),
  jobs: [{ name: "certificates", run: ({ ctx }) => ctx.transaction(updateCertificateStates) }],
};

function createPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, readSociety, changeStream } = services;
  return defineEndpointHandler(certificatePdf, ({ ctx, params, query: { lang }, reauthorize }) =>
    runWithPdfRenderer(ctx.viewer.UserID, async (render) => {
      const viewer = await reauthorize();
      await changeStream.waitForCommit([certificate.name]);
      const row = await store.get(certificate, parseId(certificate, params.CertificateID));
      if (!row || !canSeeRow(viewer, certificate, row)) throw notFound(certificate.label);
      const sign = await createCodeUrlSigner(services);
      const content = await render({
        kind: "certificate",
        document: {
          ...row,
          ...(await readCertificateState(store, row, ctx.today)),
          codeUrl: sign(certificatePayload(row)),
        },
        language: lang,
        society: toLetterhead(readSociety()),
        issuedOn: ctx.today,
      });
      const file = { filename: certificateFileName(row), contentType: "application/pdf", content } as const;
      return { success: true, file };
    }),
  );
}

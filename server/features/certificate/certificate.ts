import { certificateFileName } from "../../../shared/documents/certificate.ts";
import { certificatePdf } from "../../../shared/endpoints/certificate.ts";
import { createMessage } from "../../../shared/messages.ts";
import { certificate, certificateName } from "../../../shared/resources/certificate.ts";
import type { EndpointHandler } from "../../http/endpoint-handler.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { issueCertificate, readCertificateStatus, updateCertificateStates } from "../../services/certificates.ts";
import { certificatePayload, createCodeUrlSigner } from "../../services/document-code-payloads.ts";
import { readVisibleRow } from "../../services/visible-rows.ts";
import { definePdfHandler } from "../define-pdf-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** Issues no-demand certificates, prints them and updates their states every day. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(certificate, {
    openapi: { createErrors: [409] },
    createRequiresScopeAll: true,
    createRow: (tx, { PlotID }) => issueCertificate(tx, PlotID),
    createdMessage: (row) => createMessage("certificate-issued", { certificate: certificateName(row) }),
  }),
  initialize: (services) => ({ endpointHandlers: [createPdfHandler(services)] }),
  jobs: [{ name: "certificates", run: ({ ctx }) => ctx.transaction(updateCertificateStates) }],
};

function createPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, changeStream } = services;
  return definePdfHandler(certificatePdf, services, async ({ viewer, today, params, query: { lang } }) => {
    await changeStream.waitForOwnCommits([certificate.name]);
    const row = await readVisibleRow(store, { viewer, resource: certificate, id: params.CertificateID });
    const state = await readCertificateStatus(store, row, today);
    const sign = await createCodeUrlSigner(services);
    return {
      kind: "certificate",
      document: { ...row, ...state, codeUrl: sign(certificatePayload(row)) },
      language: lang,
      issuedOn: today,
      filename: certificateFileName(row),
    };
  });
}

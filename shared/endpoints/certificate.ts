import { z } from "zod";
import { certificate } from "../resources/certificate.ts";
import { defineEndpoint } from "./endpoint.ts";
import { languageParameter } from "./query-parameters.ts";

export const certificatePdf = defineEndpoint({
  path: "/certificate/:CertificateID.pdf",
  guard: certificate.guards.list,
  summary: "A certificate as a PDF file, with its state today",
  query: z.object({ lang: languageParameter() }),
  file: "application/pdf",
  errorStatuses: [404, 429],
});

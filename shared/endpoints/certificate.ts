import { z } from "zod";
import { certificate } from "../resources/certificate.ts";
import { defineEndpoint } from "./endpoint.ts";

export const certificatePdf = defineEndpoint({
  method: "get",
  path: "/certificate/:CertificateID.pdf",
  guard: certificate.guards.list,
  summary: "A certificate as a PDF file, with its state today",
  query: z.object({ lang: z.enum(["en", "ur"]).default("en") }),
  file: "application/pdf",
  errorStatuses: [404, 429],
});

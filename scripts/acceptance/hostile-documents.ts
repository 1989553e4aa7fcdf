import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createDecompressionBomb, createJpeg, createPng } from "../../tests/harness/images.ts";
import { minimalPdf } from "../../tests/harness/pdf.ts";
import { ApiClient, type ApiRequest } from "../lib/api-client.ts";
import { createSociety } from "../lib/sample-society.ts";
import { withPortal } from "./portal-process.ts";
import { formatReadLatency, measureReadsDuring } from "./read-latency.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const maxReadP95Ms = 500;
const codeCount = 1_000;
const concurrentCodes = 20;
const maxAttachmentBytes = 5 * 1024 * 1024;

interface HostileFile {
  name: string;
  content: Buffer;
  status: number;
}

const buildSlips = (): readonly HostileFile[] => [
  { name: "no content", content: Buffer.alloc(0), status: 400 },
  { name: "HTML with the marks of a PDF", content: Buffer.from("<script>1</script>%PDF-1.4 %%EOF"), status: 400 },
  { name: "a PDF without its end", content: minimalPdf.subarray(0, 20), status: 400 },
  { name: "a PNG without its end", content: createPng(60, 60).subarray(0, -300), status: 400 },
  { name: "a JPEG without its end", content: createJpeg(60, 60).subarray(0, -300), status: 400 },
  { name: "a photo of more than 5 MB", content: padJpeg(maxAttachmentBytes + 1), status: 413 },
  { name: "a photo of more than 10 MB", content: padJpeg(10_600_000), status: 413 },
  { name: "a photo of 5 MB", content: padJpeg(maxAttachmentBytes), status: 200 },
];

const buildLogos = (): readonly HostileFile[] => [
  { name: "a PNG that unpacks to 400 MB", content: createDecompressionBomb(400_000_000), status: 400 },
  { name: "a PNG without its end", content: createPng(60, 60).subarray(0, -300), status: 400 },
  { name: "a PDF", content: minimalPdf, status: 400 },
  { name: "noise", content: randomBytes(200_000), status: 400 },
];

/**
 * Sends hostile images and PDFs, huge photos, bodies of 10 MB and 1,000 random and forged codes, each from another
 * address. Checks the responses and the read latency of another user.
 */
export function checkHostileDocuments(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, { TRUSTED_PROXIES: "loopback" }, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    const { generationRequest } = await createSociety(admin, { houseCount: 20 });
    const [PlotID] = generationRequest.PlotIDs;
    const claim = { PlotID, Amount: 100, PaymentDate: "2026-01-02", Method: "Cash" };
    const created = await admin.requestData({ method: "POST", path: "/api/claim", body: claim });
    const { ClaimID } = z.looseObject({ ClaimID: z.int() }).parse(created);
    const anonymous = new ApiClient(portal.url);
    const failures: string[] = [];
    const expectStatus = async (name: string, status: number, request: ApiRequest, client = admin) => {
      // The portal may close the connection before it has read the whole body.
      const response = await client.send(request).catch(() => undefined);
      if (response && response.status !== status) failures.push(`${name}: ${response.status}`);
    };
    const sendCode = async (index: number) => {
      const code = index % 2 === 0 ? randomBytes(200).toString("base64url") : createForgery();
      const headers = { "x-forwarded-for": `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` };
      const request = { method: "POST", path: "/api/check", body: { code }, headers };
      const { status, text } = await anonymous.send(request);
      if (status !== 200) failures.push(`a random or forged code: ${status}`);
      else if (!text.includes('"valid":false')) failures.push("a random or forged code was not answered as invalid");
    };
    const latency = await measureReadsDuring(admin, async () => {
      const headers = { "content-type": "application/octet-stream" };
      for (const { name, content, status } of buildSlips())
        await expectStatus(name, status, { method: "PUT", path: `/api/claim/${ClaimID}/slip`, body: content, headers });
      for (const { name, content, status } of buildLogos())
        await expectStatus(`logo: ${name}`, status, {
          method: "PUT",
          path: "/api/society/logo",
          body: content,
          headers: { "content-type": "image/png" },
        });
      const large = { method: "POST", path: "/api/check", body: JSON.stringify({ code: "x".repeat(10_000_000) }) };
      for (let count = 0; count < 10; count++)
        await expectStatus("bodies of 10 MB to /api/check", 413, large, anonymous);
      for (let start = 0; start < codeCount; start += concurrentCodes)
        await Promise.all(Array.from({ length: concurrentCodes }, (_, index) => sendCode(start + index)));
    });
    return {
      summary: [
        `hostile slips and logos, bodies of 10 MB to /api/check and ${codeCount} random and forged codes: ${formatReadLatency(latency)}`,
        ...new Set(failures),
      ].join("; "),
      passed: failures.length === 0 && latency.failureCount === 0 && latency.p95 <= maxReadP95Ms,
    };
  });
}

/** A code with the form and the fields of a genuine one, signed with random bytes. */
function createForgery(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = encode({ alg: "EdDSA", kid: randomBytes(6).toString("base64url") });
  const payload = encode({ t: "receipt", n: "R-1", h: "B-1", a: 100, d: "2026-01-02", i: 1 });
  return `${header}.${payload}.${randomBytes(64).toString("base64url")}`;
}

/** A JPEG of this size in bytes. */
function padJpeg(size: number): Buffer {
  const image = createJpeg(60, 60);
  return Buffer.concat([image.subarray(0, -2), Buffer.alloc(size - image.length), image.subarray(-2)]);
}

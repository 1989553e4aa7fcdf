import type { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { Shape } from "../../shared/registry.ts";
import { runWithPdfRenderer } from "../documents/pdf-queue.ts";
import type { PdfDocument } from "../documents/pdf-renderer.ts";
import { defineEndpointHandler, type EndpointHandler, type EndpointRequest } from "../http/endpoint-handler.ts";
import { toLetterhead } from "../services/society.ts";
import type { FeatureServices } from "./feature.ts";

interface PdfHandlerRequest<Query extends Shape> extends Pick<EndpointRequest, "params"> {
  viewer: Viewer;
  /** The current day in the society's time zone. */
  today: Day;
  query: z.output<z.ZodObject<Query>>;
}

/**
 * Implements an endpoint that returns a PDF. `createDocument` is called when it is the user's turn to render, with the
 * rights that the user has then.
 */
export function definePdfHandler<Query extends Shape>(
  endpoint: Endpoint<undefined, Query>,
  { readSociety }: Pick<FeatureServices, "readSociety">,
  createDocument: (request: PdfHandlerRequest<Query>) => Promise<PdfDocument & { filename: string }>,
): EndpointHandler {
  return defineEndpointHandler(endpoint, ({ ctx, params, query, reauthorize }) =>
    runWithPdfRenderer(ctx.viewer.UserID, async (render) => {
      const viewer = await reauthorize();
      const { filename, ...document } = await createDocument({ viewer, today: ctx.today, params, query });
      const content = await render({ ...document, society: toLetterhead(readSociety()) });
      return { file: { filename, contentType: "application/pdf", content } };
    }),
  );
}

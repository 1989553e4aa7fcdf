import express, { type Request, type Response } from "express";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { createMessage } from "../../shared/messages.ts";
import { HttpError } from "../errors.ts";

const jsonBody = { types: ["application/json"], limit: "1mb" };
/** Who says nothing for so long in the middle of a body is given up. */
const bodyIdleTimeoutMs = 15_000;
const parseJson = express.json({ type: jsonBody.types, limit: jsonBody.limit, strict: false });

/** The content types in which a call takes its body, and how much of it. */
export function acceptedBody({ upload }: Pick<Endpoint, "upload">): NonNullable<Endpoint["upload"]> {
  return upload ?? jsonBody;
}

/** Reads the body once it is known that this caller may send one. Refuses what is not of the types that the call takes. */
export async function readBody(req: Request, res: Response, endpoint: Pick<Endpoint, "upload"> = {}): Promise<void> {
  const { types, limit } = acceptedBody(endpoint);
  if (hasBody(req) && !req.is([...types]))
    throw new HttpError(415, createMessage("unsupported-media-type", { types: types.join(" or ") }));
  const parse = endpoint.upload ? express.raw({ type: [...types], limit }) : parseJson;
  req.socket.setTimeout(bodyIdleTimeoutMs);
  try {
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
  } finally {
    // What is done with it may take longer.
    req.socket.setTimeout(0);
  }
}

function hasBody(req: Request): boolean {
  return req.get("transfer-encoding") !== undefined || Number(req.get("content-length") ?? 0) > 0;
}

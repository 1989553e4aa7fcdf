import { replaceSlip } from "../../../shared/endpoints/claim.ts";
import { callEndpoint } from "../../api/request.ts";

/** Uploads the file as the slip of the claim, instead of an earlier one. Throws an ApiError. */
export async function attachSlip(ClaimID: number, body: Blob): Promise<void> {
  await callEndpoint(replaceSlip, { params: { ClaimID }, body });
}

import { replaceSlip } from "../../../shared/endpoints/claim.ts";
import { callEndpoint } from "../../api/request.ts";

export async function attachSlip(ClaimID: number, body: Blob): Promise<void> {
  await callEndpoint(replaceSlip, { params: { ClaimID }, body });
}

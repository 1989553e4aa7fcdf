import { toPaisa } from "../../../shared/money.ts";
import { newSociety } from "../../../shared/resources/society.ts";

export const demoSociety = {
  ...newSociety,
  Name: "Gulshan-e-Ravi",
  NameUrdu: "گلشنِ راوی",
  IsSetUp: true,
  Limits: { ...newSociety.Limits, Refund: toPaisa(50_000) },
};

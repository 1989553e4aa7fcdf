import { newSociety } from "../../../shared/resources/society.ts";

/** The society of the demo. */
export const demoSociety = {
  ...newSociety,
  Name: "Gulshan-e-Ravi",
  NameUrdu: "گلشنِ راوی",
  IsSetUp: true,
};

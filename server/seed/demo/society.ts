import { newSociety } from "../../../shared/resources/society.ts";

export const demoSociety = {
  ...newSociety,
  Name: "Gulshan-e-Ravi",
  NameUrdu: "گلشنِ راوی",
  IsSetUp: true,
};

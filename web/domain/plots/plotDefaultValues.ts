/** What the form of a new plot starts with; its keys are the form's fields. */
export const plotDefaultValues = {
  HouseNo: "",
  CategoryID: undefined,
  TypeID: undefined,
  FloorID: undefined,
  OwnerName: "",
  LandlineNo: "",
  MobileNo: "",
  EmailID: "",
  IsPlotOnly: false,
};

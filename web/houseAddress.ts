/** Where a house has its page. */
export function houseAddress(HouseNo: string): string {
  return `/house/${encodeURIComponent(HouseNo)}`;
}

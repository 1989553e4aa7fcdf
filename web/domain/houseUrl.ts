/** Where a house has its page. */
export function houseUrl(HouseNo: string): string {
  return `/house/${encodeURIComponent(HouseNo)}`;
}

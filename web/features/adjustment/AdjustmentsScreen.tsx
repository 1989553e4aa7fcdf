export function AdjustmentsScreen() {
  return null;
}

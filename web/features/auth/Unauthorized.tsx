export function Unauthorized() {
  return <p>Unauthorized</p>;
}

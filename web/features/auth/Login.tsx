export function Login() {
  return <p>Login</p>;
}

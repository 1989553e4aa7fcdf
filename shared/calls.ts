/**
 * Where the calls go that the client makes before it needs a form or a list: apart from their endpoints, whose schemas
 * would have to come with the first screen.
 */
export const calls = {
  login: { method: "post", path: "/auth/login" },
  logout: { method: "post", path: "/logout" },
  me: { method: "get", path: "/me" },
  endSessions: { method: "delete", path: "/me/sessions" },
  welcome: { method: "get", path: "/welcome" },
  dashboard: { method: "get", path: "/dashboard/summary" },
  mails: { method: "get", path: "/payment-receipt/emails" },
} as const;

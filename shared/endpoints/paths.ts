/**
 * Method and path of the calls that the client makes on its first screens. Apart from their endpoints, so that the
 * first load needs no schemas.
 */
export const endpointPaths = {
  login: { method: "post", path: "/auth/login" },
  logout: { method: "post", path: "/logout" },
  me: { method: "get", path: "/me" },
  renew: { method: "post", path: "/me/token" },
  endSessions: { method: "delete", path: "/me/sessions" },
  welcome: { method: "get", path: "/welcome" },
  dashboard: { method: "get", path: "/dashboard/summary" },
  receiptMails: { method: "get", path: "/payment-receipt/emails" },
  activity: { method: "get", path: "/activity" },
  wallToken: { method: "post", path: "/wall/token" },
  wallReceipts: { method: "get", path: "/wall/receipts" },
} as const;

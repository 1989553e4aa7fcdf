/**
 * Method and path of the endpoints that the client calls on its first screens. Not in the files of the endpoints, so
 * that the client does not load zod at the start.
 */
export const endpointPaths = {
  login: { method: "post", path: "/auth/login" },
  logout: { method: "post", path: "/logout" },
  me: { method: "get", path: "/me" },
  renew: { method: "post", path: "/me/token" },
  endSessions: { method: "delete", path: "/me/sessions" },
  demoAccounts: { method: "get", path: "/demo-accounts" },
  societyInfo: { method: "get", path: "/society/public" },
  societySettings: { method: "get", path: "/society/limits" },
  monthLock: { method: "get", path: "/month-lock" },
  dashboard: { method: "get", path: "/dashboard/summary" },
  receiptMails: { method: "get", path: "/payment-receipt/emails" },
  activity: { method: "get", path: "/activity" },
  displayToken: { method: "post", path: "/wall/token" },
  displayReceipts: { method: "get", path: "/wall/receipts" },
} as const;

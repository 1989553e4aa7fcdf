/**
 * The messages, by code, that the web client also shows without a response of the server, on any page. They are part of
 * `messages`, and in a file of their own so that the first screen loads only them.
 */
export const commonMessages = {
  forbidden: "You don't have permission to access this resource.",
  "internal-error": "Something went wrong on our side",
  "login-failed": "Failed to login",
  "month-locked": "{month} is locked: {by} locked it at {at}",
  "link-expired": "This link has been used or is too old. Please ask for a new one.",
} as const;

/**
 * The messages of the server that the web client shows itself on any page, by code. They are part of `messages`; in a file
 * of their own, the first screen loads only them.
 */
export const commonMessages = {
  forbidden: "You don't have permission to access this resource.",
  "internal-error": "Something went wrong on our side",
  "login-failed": "Failed to login",
  "month-locked": "{month} is locked: {by} locked it at {at}",
  "link-expired": "This link has been used or is too old. Please ask for a new one.",
} as const;

/**
 * The messages, by code, that the web client itself shows on any page, without a response from the server. `messages`
 * contains them too. They have their own file, so that the first screen does not load all messages.
 */
export const commonMessages = {
  forbidden: "You don't have permission to access this resource.",
  "internal-error": "Something went wrong on our side",
  "login-failed": "Failed to login",
  "month-locked": "{month} is locked: {by} locked it at {at}",
  "link-expired": "This link has been used or is too old. Please ask for a new one.",
} as const;

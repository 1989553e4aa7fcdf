/** The name of the role of whoever makes an account of their own. */
export const signupRoleName = "Resident";

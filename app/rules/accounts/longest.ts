// Apart from customers.ts: every page of the shop has the newsletter's box, and would load all of that file.

/** The longest name, in characters; the database enforces it (users_name_length). */
export const LONGEST_NAME = 200
/** The longest email address, in characters (RFC 5321). */
export const LONGEST_EMAIL = 254

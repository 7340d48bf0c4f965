// An answer about an address with an account takes a few database steps more: nobody shall time them.
export const EVEN_MS = 150
export const EVEN_PATH = /\/(request-password-reset|sign-(up|in)\/email)$/

/** How long the links of emails work. */
export const RESET_HOURS = 1
export const CONFIRM_HOURS = 24

// What the shop uses; everything else of the library stays shut.
export const OPEN_PATH =
  /^\/api\/auth\/(sign-up\/email|sign-in\/email|second-step|sign-out|get-session|confirm-email|send-verification-email|request-password-reset|reset-password(\/[\w-]+)?|revoke-sessions|change-password)$/

/** The name shown for an erased person where their sales at a till and their orders stay. */
export const ERASED_NAME = 'Erased'

/** An address that is nobody's and cannot be guessed: one is required, and no email is ever sent there (RFC 2606). */
export const makeErasedEmail = (random: string) => `erased-${random}@erased.invalid`

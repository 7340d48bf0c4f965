/** Stands for the name of who was erased, where what they did stays: their sales at a till, their orders. */
export const ERASED_NAME = 'Erased'

/** An address that is nobody's and cannot be guessed: one is required, and no email is ever sent there (RFC 2606). */
export const makeErasedEmail = (random: string) => `erased-${random}@erased.invalid`

/** Shown on every page of a live shop that takes sandbox payments. */
export const TEST_PAYMENTS = 'Test payments are on: what is paid online is not real money.'

/** Stands on every page of a real shop whose payments are the sandbox's. */
export const TEST_PAYMENTS = 'Test payments are on: what is paid online is not real money.'

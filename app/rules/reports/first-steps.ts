/** The steps from an empty shop to its first sale, in their order. */
export const FIRST_STEPS = ['contact', 'couriers', 'product', 'payments', 'till', 'sale'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

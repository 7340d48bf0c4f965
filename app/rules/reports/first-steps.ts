/** What leads from an empty shop to its first sale, in the order in which it is done. */
export const FIRST_STEPS = ['contact', 'couriers', 'product', 'payments', 'till', 'sale'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

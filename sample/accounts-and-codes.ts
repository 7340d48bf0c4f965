import type { Role } from '../app/rules/accounts/roles.ts'
import type { DiscountType } from '../app/rules/discounts/discounts.ts'

/** The sample accounts, one per role (docs/product.md, Customers). */
export const PASSWORD = 'zovala-demo'
export const ACCOUNTS: { email: string; name: string; role: Role }[] = [
  { email: 'super@zovala.test', name: 'Thokozani Banda', role: 'super_admin' },
  { email: 'admin@zovala.test', name: 'Chikondi Phiri', role: 'admin' },
  { email: 'cashier@zovala.test', name: 'Mphatso Mwale', role: 'cashier' },
  { email: 'customer@zovala.test', name: 'Tamanda Gondwe', role: 'customer' },
]

type SampleCode = {
  code: string
  type: DiscountType
  value: number
  isActive?: boolean
  startsAt?: Date
  expiresAt?: Date
  minimumAmount?: number
  maximumUses?: number
  usedCount?: number
}

const DAY = 86_400_000

/** The discount codes of the sample shop, dated relative to the day they are seeded. */
export function discountsOn(today: Date): SampleCode[] {
  const inDays = (days: number) => new Date(today.getTime() + days * DAY)
  return [
    { code: 'WELCOME10', type: 'percentage', value: 10 },
    { code: 'LESS5000', type: 'fixed', value: 5000, minimumAmount: 20_000 },
    // The value is not used, but the table requires one above 0 for every code (docs/product.md, Discounts).
    { code: 'SHIPFREE', type: 'free_shipping', value: 1 },
    {
      code: 'OLDNEWS',
      type: 'percentage',
      value: 15,
      startsAt: inDays(-60),
      expiresAt: inDays(-1),
    },
    {
      code: 'SOON',
      type: 'percentage',
      value: 15,
      startsAt: inDays(30),
      expiresAt: inDays(60),
    },
    { code: 'BIGSPEND', type: 'percentage', value: 20, minimumAmount: 1_000_000 },
    { code: 'USEDUP', type: 'percentage', value: 10, maximumUses: 5, usedCount: 5 },
    { code: 'LASTONE', type: 'percentage', value: 5, maximumUses: 10, usedCount: 9 },
    { code: 'SLEEPY', type: 'percentage', value: 10, isActive: false },
  ]
}

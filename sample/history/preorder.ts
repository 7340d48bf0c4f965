import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { allowPreorders } from '../../app/modules/catalogue/edit/allow-preorders.ts'
import type { PlannedOrder, Sold } from './plan.ts'
import { done, type Step } from './steps.ts'

const ALLOWED_DAYS_AGO = 5
const ORDERED_DAYS_AGO = 4
const SHIPS_IN_DAYS = 12
const CUSTOMER = 8

/** A pre-order of a sold-out size. */
export function planPreorder(lost: Sold, courierId: string, dayOf: (daysAgo: number) => string) {
  const order: PlannedOrder = {
    daysAgo: ORDERED_DAYS_AGO,
    minute: 19 * 60 + 30,
    customer: CUSTOMER,
    lines: [{ ...lost, quantity: 1, preorderFrom: dayOf(-SHIPS_IN_DAYS) }],
    courierId,
    hasCode: false,
    end: 'paid',
    back: null,
    exchangeFor: null,
    review: null,
    question: null,
  }
  return order
}

export const allowSteps = (
  staff: Actor,
  { productId, variantId }: Sold,
  dayOf: (daysAgo: number) => string,
  timeOf: (daysAgo: number, minute: number) => Date,
): Step => ({
  at: timeOf(ALLOWED_DAYS_AGO, 11 * 60),
  act: async ({ db }) => {
    const allowed = { limit: 10, from: dayOf(-SHIPS_IN_DAYS) }
    const lines = [{ variantId, allowed, seen: '' }]
    done(await allowPreorders(db, staff, { productId, lines }))
  },
})

import { expect, test } from 'vitest'
import { findRefundTransition, REFUND_ACTORS } from './refund-transitions.ts'
import { REFUND_STATUSES, REFUND_WAYS } from './refunds.ts'

/** Every step of a refund in this way, with its stamp. */
const stepsIn = (way: (typeof REFUND_WAYS)[number]) =>
  REFUND_ACTORS.flatMap((by) =>
    REFUND_STATUSES.flatMap((from) =>
      REFUND_STATUSES.flatMap((to) => {
        const step = findRefundTransition(by, { status: from, way }, to)
        if (step?.isGiven) expect(to).toBe('done')
        if (to === 'done' && step) expect(step.isGiven).toBe(true)
        return step ? [`${by}: ${from} > ${to} ${step.stamp ?? ''}`.trim()] : []
      }),
    ),
  ).toSorted()

const BEFORE_IT_LEAVES = [
  'second-person: awaiting > requested approvedAt',
  'staff: awaiting > cancelled endedAt',
  'staff: requested > cancelled endedAt',
]

test.each(REFUND_WAYS.filter((way) => way !== 'wallet'))(
  'a refund in the way “%s” is called off until it is given, by one act of the staff',
  (way) => {
    expect(stepsIn(way)).toEqual([...BEFORE_IT_LEAVES, 'staff: requested > done endedAt'])
  },
)

test('a payout to a wallet is neither sent again nor called off while nobody knows its end, and counts whenever it arrives', () => {
  expect(stepsIn('wallet')).toEqual(
    [
      ...BEFORE_IT_LEAVES,
      'staff: requested > sent',
      'staff: sent > failed endedAt',
      'provider: sent > failed endedAt',
      'staff: failed > sent',
      'staff: failed > cancelled endedAt',
      ...['sent', 'failed', 'cancelled'].map((from) => `provider: ${from} > done endedAt`),
    ].toSorted(),
  )
})

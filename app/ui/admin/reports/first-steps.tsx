import { CircleCheck, CircleDashed } from 'lucide-react'
import { Form } from 'react-router'
import { formatKwacha } from '../../../rules/money.ts'
import { TRIAL_AMOUNT } from '../../../rules/payments/key-trials.ts'
import type { FirstStep } from '../../../rules/reports/first-steps.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Panel } from '../panel.tsx'

type Step = { step: FirstStep; isDone: boolean }

/** The title of each step, its reason, and its screen. */
const STEPS: Record<FirstStep, { to: string; title: string; why: string; isTill?: true }> = {
  contact: {
    to: '/admin/settings?section=contact',
    title: 'Name, phone and address of the shop',
    why: 'Pages, emails and receipts say them.',
  },
  couriers: {
    to: '/admin/settings?section=couriers',
    title: 'A courier, with its price',
    why: 'Look through those that are there; save one, switch off the others. Pickup at the shop names its own place, with the address of your shop. Delivery areas say how far each district is.',
  },
  product: {
    to: '/admin/add-product',
    title: 'The first product',
    why: 'A phone’s camera takes its pictures in the form.',
  },
  payments: {
    to: '/admin/first-steps',
    title: `Try the payment keys with ${formatKwacha(TRIAL_AMOUNT)}`,
    why: 'So that the first customer is not the one who finds out.',
  },
  till: {
    to: '/admin/pos',
    isTill: true,
    title: 'A till',
    why: 'Open the till on the phone or tablet of the counter and name it.',
  },
  sale: {
    to: '/admin/pos',
    isTill: true,
    title: 'The first sale',
    why: 'At the till, or as an order that somebody pays.',
  },
}

const ROW = 'flex min-h-13 items-center gap-3 py-1.5 hover:bg-sand'

function Row({ step, isDone }: Step) {
  const { to, title, why, isTill } = STEPS[step]
  const Icon = isDone ? CircleCheck : CircleDashed
  const shown = (
    <>
      <Icon aria-hidden className={`shrink-0 ${isDone ? 'text-leaf' : 'text-quiet'}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{isDone ? 'Done: ' : 'Open: '}</span>
        <span className={isDone ? 'text-quiet' : 'font-semibold'}>{title}</span>
        {isDone ? null : <span className="block text-sm text-quiet">{why}</span>}
      </span>
    </>
  )
  return isTill ? (
    <a href={to} target="_blank" rel="noreferrer" className={ROW}>
      {shown}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  ) : (
    <Link to={to} className={ROW}>
      {shown}
    </Link>
  )
}

/**
 * The steps from an empty shop to its first sale: each links to its screen, and is done once the shop has what it
 * asks for.
 */
export const FirstSteps = ({
  steps,
  canHide = false,
}: {
  steps: readonly Step[]
  canHide?: boolean
}) => (
  <Panel
    title={`To your first sale: ${steps.filter(({ isDone }) => isDone).length} of ${steps.length}`}
    className="mb-4"
    action={
      canHide ? (
        <Form method="post" action="/admin/first-steps" preventScrollReset>
          <Button name="intent" value="hide">
            Hide
          </Button>
        </Form>
      ) : null
    }
  >
    <ol className="divide-y divide-line">
      {steps.map((one) => (
        <li key={one.step}>
          <Row {...one} />
        </li>
      ))}
    </ol>
  </Panel>
)

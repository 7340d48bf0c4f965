import { Form, useNavigation } from 'react-router'
import type { KeyTrial } from '../../../modules/payments/key-trials.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { describeTrial } from '../../../rules/messages/payments/key-trials.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { TRIAL_AMOUNT } from '../../../rules/payments/key-trials.ts'
import type { PaymentsMode } from '../../../rules/payments/payments.ts'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../panel.tsx'

const WHAT: Record<PaymentsMode, string> = {
  paychangu: `Pay ${formatKwacha(TRIAL_AMOUNT)} to your own shop, with your own phone: it is the only proof that customers can pay. The money comes to your account at PayChangu, less its fee.`,
  sandbox:
    'This shop takes test payments only: nobody pays, and no money moves. You can see how a payment goes. Whoever runs the server sets PAYCHANGU_SECRET_KEY to take real ones.',
  off: 'There are no payment keys: customers cannot pay online, and the till takes cash only. Whoever runs the server sets PAYCHANGU_SECRET_KEY and starts the shop again.',
}

/** Tests the provider's keys with a small payment, and shows the result. */
export function KeyTrialPanel({
  mode,
  trial,
  mayTry,
}: {
  mode: PaymentsMode
  trial: KeyTrial | null
  mayTry: boolean
}) {
  const isAsking = useNavigation().state !== 'idle'
  const found = trial ? describeTrial(trial) : null
  return (
    <Panel title="Payment keys">
      <p className="max-w-prose">{WHAT[mode]}</p>
      {trial && found ? (
        <div
          className={`mt-3 rounded-card border-l-8 px-4 py-3 ${found.tone === 'good' ? 'border-leaf bg-leaf-wash' : found.tone === 'bad' ? 'border-alarm bg-alarm-wash' : 'border-edge bg-sand'}`}
        >
          <p className="font-semibold">{found.title}</p>
          <p className="wrap-anywhere">{found.description}</p>
          <p className="text-sm text-quiet">{formatDateTime(trial.createdAt)}</p>
        </div>
      ) : null}
      {mode !== 'off' && mayTry ? (
        <Form method="post" className="mt-4 flex flex-wrap gap-2">
          <Button tone="lake" name="intent" value="try-keys" disabled={isAsking}>
            {`${trial ? 'Try again' : 'Try the keys'} with ${formatKwacha(TRIAL_AMOUNT)}`}
          </Button>
          {trial?.status === 'open' ? (
            <Button name="intent" value="ask-keys" disabled={isAsking}>
              I have paid: ask again
            </Button>
          ) : null}
        </Form>
      ) : null}
    </Panel>
  )
}

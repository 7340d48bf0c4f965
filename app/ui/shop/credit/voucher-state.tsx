import { Form, useNavigation } from 'react-router'
import { type PurchaseStatus, purchaseLabel } from '../../../rules/credit/purchase.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useFollow } from '../use-follow.ts'

const WITHOUT_SCRIPTS_SECONDS = 6

type Shown = {
  id: string
  status: PurchaseStatus
  amount: number
  /** Until when it may be tried again, when the last payment of a waiting one has failed. */
  retryUntil: string | null
  isForOther: boolean
  /** Money came, but not the amount that was asked for. */
  isUnderReview: boolean
}

/** The state of a voucher's purchase: waiting, paid, or not paid. */
export function VoucherState(shown: Shown) {
  const { id, status, amount, retryUntil, isForOther, isUnderReview } = shown
  return (
    <div className="mx-auto max-w-xl px-4 py-10 text-center md:py-16">
      {isUnderReview && status !== 'paid' ? (
        <>
          <h1 className="text-3xl md:text-4xl">We look at your payment</h1>
          <p className="mt-4 text-lg">
            Money has come, but not what was asked. Somebody of us looks at it and writes to you.
            Questions? Call us: {settings().supportPhone}
          </p>
        </>
      ) : status === 'paid' ? (
        <>
          <h1 className="text-3xl md:text-4xl">Thank you! It is paid</h1>
          <p className="mt-4 text-lg">
            {isForOther
              ? 'The code goes to them by email now, and a receipt to you.'
              : 'The code goes to you by email now, with a receipt.'}
          </p>
        </>
      ) : status === 'ended' ? (
        <>
          <h1 className="text-3xl md:text-4xl">Not paid</h1>
          <p className="mt-4 text-lg">
            No payment has come in time, and no voucher was made. Should your money come late, the
            code is sent all the same.
          </p>
        </>
      ) : (
        <Waiting id={id} retryUntil={retryUntil} />
      )}
      <p className="mt-6 rounded-card bg-sand px-4 py-3 tabular-nums">
        Gift voucher {purchaseLabel(id)}, <strong>{formatKwacha(amount)}</strong>
      </p>
      {status === 'pending' ? null : (
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/products" tone="lake">
            All products
          </ButtonLink>
          <ButtonLink to="/gift-voucher" reloadDocument>
            Another voucher
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

function Waiting({ id, retryUntil }: Pick<Shown, 'id' | 'retryUntil'>) {
  useFollow(false)
  const pressed = useNavigation().formData?.get('intent')
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(WITHOUT_SCRIPTS_SECONDS)} />
      </noscript>
      <h1 className="text-3xl md:text-4xl">
        {retryUntil ? 'Not paid yet' : 'Waiting for your payment'}
      </h1>
      <p className="mt-4 text-lg" aria-live="polite">
        {retryUntil
          ? `You can try again until ${retryUntil}. If money has left your account all the same, please do not pay again: the code is sent as soon as the payment service tells us.`
          : 'We are asking the payment service. This can take a minute or two; the code is sent as soon as we know, also when you close this page.'}
      </p>
      <Form method="post" action="/gift-voucher" preventScrollReset className="mt-6">
        <input type="hidden" name="voucher" value={id} />
        <div className="flex flex-wrap justify-center gap-3">
          <Button tone="lake" name="intent" value="check" aria-busy={pressed === 'check'}>
            I have paid: check now
          </Button>
          <Button name="intent" value="pay" aria-busy={pressed === 'pay'}>
            Go to the payment page
          </Button>
        </div>
      </Form>
    </>
  )
}

import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import {
  PURCHASE_FIELDS,
  type PurchaseErrors,
  type PurchaseField,
  type PurchaseValues,
} from '../../../rules/credit/purchase.ts'
import { voucherBounds } from '../../../rules/credit/voucher-sum.ts'
import {
  formatPurchaseError,
  formatVoucherBounds,
  PURCHASE_LABELS,
} from '../../../rules/messages/credit/words.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'

type Typed = {
  values: PurchaseValues
  errors: PurchaseErrors
  refusal: Message | null
}

/** The form to buy a voucher: its amount, the buyer, and the recipient. */
export function VoucherForm({
  voucher,
  known,
  typed,
}: {
  /** The purchase's id: pressed twice, it is one purchase. */
  voucher: string
  /** The details of the signed-in customer. */
  known: Partial<PurchaseValues>
  typed: Typed | null
}) {
  const isSending = useNavigation().formData?.get('intent') === 'buy'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (typed) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-refused]')?.focus()
  }, [typed])
  const field = (name: PurchaseField) => {
    const error = typed?.errors[name]
    return {
      name,
      label: PURCHASE_LABELS[name],
      maxLength: PURCHASE_FIELDS[name],
      defaultValue: typed?.values[name] ?? known[name]?.slice(0, PURCHASE_FIELDS[name]) ?? '',
      error: error && formatPurchaseError(error),
    }
  }
  return (
    <Form
      ref={form}
      method="post"
      className="grid max-w-4xl gap-x-10 gap-y-5 pt-6 md:grid-cols-2"
      preventScrollReset
    >
      <input type="hidden" name="voucher" value={voucher} />
      {typed?.refusal ? (
        <div tabIndex={-1} data-refused className="md:col-span-2">
          <NoticeBox notice={{ tone: 'bad', ...typed.refusal }} />
        </div>
      ) : null}
      <div className="grid content-start gap-5">
        <TextField
          {...field('amount')}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={`Any amount in whole kwacha, ${formatVoucherBounds(voucherBounds())}.`}
        />
        <TextField {...field('name')} required autoComplete="name" />
        <TextField {...field('email')} required type="email" autoComplete="email" />
        <TextField {...field('phone')} required type="tel" autoComplete="tel" />
      </div>
      <section
        aria-labelledby="for-other"
        className="grid content-start gap-5 rounded-card bg-sand p-4"
      >
        <div>
          <h2 id="for-other" className="mt-0! text-xl">
            For somebody else
          </h2>
          <p className="mt-1 text-sm text-quiet">
            We email them the code once it is paid. Leave this empty to get the code yourself.
          </p>
        </div>
        <TextField {...field('recipientName')} autoComplete="off" />
        <TextField {...field('recipientEmail')} type="email" autoComplete="off" />
        <TextArea {...field('message')} autoComplete="off" />
      </section>
      <p className="text-sm text-quiet md:col-span-2">
        You pay on the page of our payment service, by mobile money or card. Whoever has the code
        can spend it. It is not paid out in cash.
      </p>
      <Button tone="clay" size="lg" name="intent" value="buy" aria-busy={isSending}>
        Go to payment
      </Button>
    </Form>
  )
}

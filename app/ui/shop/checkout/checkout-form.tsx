import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { atCurrentPrices, preorderDayOf } from '../../../rules/cart/cart.ts'
import {
  type CheckoutMessage,
  type CheckoutPage,
  type CheckoutResult,
  LONGEST,
  type SavedAddress,
} from '../../../rules/checkout/checkout.ts'
import { quote } from '../../../rules/checkout/quote.ts'
import { creditFor } from '../../../rules/credit/credit.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { PaymentsMode } from '../../../rules/payments/payments.ts'
import { TextArea } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { ABOVE_PAY_BAR, PayBar } from '../cart/pay-bar.tsx'
import { CustomerFields, ShippingAddress } from './address-fields.tsx'
import { CodeBox } from './code-box.tsx'
import { CreditBox } from './credit-box.tsx'
import {
  type ChosenDelivery,
  deliveryOf,
  type OfferedDelivery,
  readChosen,
} from './delivery/chosen-delivery.ts'
import { completePlace } from './delivery/complete-place.ts'
import { CourierChoice } from './delivery/courier-choice.tsx'
import { InlineMessage } from './inline-message.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayButton } from './pay-button.tsx'
import { PaymentMethod, PaymentsOff } from './payment-method.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { Folded } from './section.tsx'
import { type Lost, useLostOrder } from './use-lost-order.ts'

type Props = {
  page: CheckoutPage
  offered: OfferedDelivery
  payments: PaymentsMode
  /** A message that is shown before anything was done here. */
  message: CheckoutMessage | undefined
  answer: CheckoutResult | undefined
  lost: Lost | undefined
}

/** The checkout: one form, whose pressed button sets the intent (routes/shop/checkout/action.ts). */
export function CheckoutForm({
  page,
  offered,
  payments,
  message: firstMessage,
  answer,
  lost: lostNow,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigation = useNavigation()
  const isLive = useIsLive()
  // The last answer still counts after a navigation to another part of the page.
  const [last, setLast] = useState(answer)
  const [errors, setErrors] = useState(answer?.errors ?? {})
  if (answer && answer !== last) {
    setLast(answer)
    setErrors(answer.errors)
  }
  const lost = useLostOrder(page, lostNow, answer)
  const [initialValues] = useState(page.values)
  const values = last?.values ?? initialValues
  const [chosen, setChosen] = useState<ChosenDelivery>(values)
  const readAgain = () => form.current && setChosen(readChosen(form.current))
  useEffect(() => {
    // Scripts come late: applies what was chosen before them.
    if (form.current) setChosen(readChosen(form.current))
  }, [])
  const delivery = deliveryOf(chosen, offered)
  const { courier, place } = delivery

  const discount = last ? last.discount : page.discount
  const prices = atCurrentPrices(page.lines)
  const quoted = quote(prices, discount, courier)
  const credit = last ? last.credit : page.credit
  const creditAmount = credit ? creditFor(credit.balance, quoted.total) : 0
  const toPay = quoted.total - creditAmount
  const message = lost?.message ?? (last ? answer?.message : firstMessage)

  const code = discount?.code
  useEffect(() => {
    // A reloaded page still knows the applied code, and that the codes of the last order were removed. The router need
    // not know of it.
    const { pathname, hash, search: before } = window.location
    const known = new URLSearchParams(before)
    const next = new URLSearchParams()
    if (code || page.discount || known.has('code')) next.set('code', code ?? '')
    if (!credit && (page.credit || known.has('credit'))) next.set('credit', '')
    const search = next.size > 0 ? `?${next}` : ''
    if (before !== search)
      window.history.replaceState(window.history.state, '', pathname + search + hash)
  })
  useEffect(() => {
    // Focuses the first wrong field, which has its message beside it.
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [answer])

  const sent = navigation.formAction?.startsWith('/checkout') ? navigation.formData : undefined
  const intent = sent?.has('checkout_key') ? sent.get('intent') : null
  const pressed = typeof intent === 'string' ? intent : null
  // An order that costs nothing needs no payment provider.
  const hasNothing = page.lines.length === 0
  const cannotPay = hasNothing || (payments === 'off' && toPay > 0)
  const isFree = !hasNothing && toPay === 0 && (quoted.isFreeDelivery || courier !== null)
  const lacksCourier = isLive && !courier && !cannotPay
  const pay = { isFree, isOff: cannotPay || (isLive && !courier), isBusy: pressed === 'pay' }

  const fillIn = (address: SavedAddress) => {
    for (const field of [
      'firstName',
      'lastName',
      'phone',
      'address',
      'city',
      'district',
    ] as const) {
      const box = form.current?.elements.namedItem(field)
      if (box instanceof HTMLInputElement || box instanceof HTMLSelectElement)
        box.value = address[field]
    }
    setErrors({})
    readAgain()
    form.current?.querySelector<HTMLElement>('[name=firstName]')?.focus()
  }

  return (
    <>
      {payments === 'off' ? <PaymentsOff /> : null}
      <InlineMessage message={message} at="top" />
      <Form
        ref={form}
        method="post"
        action="/checkout"
        preventScrollReset
        noValidate={isLive}
        onChange={({ target }) => {
          // A field that is being corrected, or was filled in with it, is no longer marked wrong.
          const { name, form: here } = target
          const changed = [name, ...(here ? completePlace(here, name) : [])]
          if (/^(courier|city|district|depot\..*)$/.test(name)) readAgain()
          if (changed.some((one) => one in errors))
            setErrors({ ...errors, ...Object.fromEntries(changed.map((one) => [one, ''])) })
        }}
        className={`${ABOVE_PAY_BAR} mt-4 md:mt-6`}
      >
        {/* First in the form: the button that Enter presses. */}
        <button
          type="submit"
          name="intent"
          value="pay"
          disabled={pay.isOff || pay.isBusy}
          tabIndex={-1}
          aria-hidden
          className="sr-only"
        />
        <input type="hidden" name="checkout_key" value={lost?.key || (answer?.key ?? page.key)} />
        <input
          type="hidden"
          name="lines"
          value={JSON.stringify(
            page.lines.map((line) => ({
              productId: line.productId,
              variantId: line.variantId,
              quantity: line.quantity,
              price: line.currentPrice,
              preorderFrom: preorderDayOf(line) ?? undefined,
            })),
          )}
        />
        <div className="grid gap-4 md:gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
          <div className="min-w-0 space-y-4 md:space-y-8">
            <CustomerFields values={values} errors={errors} email={page.email} />
            <ShippingAddress
              values={values}
              errors={errors}
              districts={Object.keys(offered.zones)}
              place={isLive ? place : null}
              // A known address has a street: without one the city is the shop's guess by the district.
              guessedCity={initialValues.address === '' ? initialValues.city : ''}
              isSaving={pressed === 'save-address'}
            >
              <SavedAddresses addresses={page.addresses} onUse={fillIn}>
                <InlineMessage message={message} at="address" />
              </SavedAddresses>
            </ShippingAddress>
            <CourierChoice
              couriers={delivery.offered}
              chosen={delivery.chosen}
              daysTo={delivery.daysTo}
              daysOf={delivery.daysOf}
              quoteWith={(one) => quote(prices, discount, one)}
            />
            <Folded title="Notes" id="notes" isOpen={values.notes !== ''}>
              <TextArea
                label="Notes for us or the courier (optional)"
                name="notes"
                maxLength={LONGEST.notes}
                defaultValue={values.notes}
              />
            </Folded>
            <CodeBox
              discount={discount}
              amount={quoted.discountAmount}
              typed={answer?.typedCode ?? ''}
              message={message}
              pressed={pressed}
            />
            <CreditBox
              credit={credit}
              amount={creditAmount}
              typed={answer?.typedCredit ?? ''}
              message={message}
              pressed={pressed}
            />
            <PaymentMethod payments={payments} isFree={isFree} />
          </div>
          <div className="min-w-0 lg:sticky lg:top-40 lg:self-start">
            <OrderSummary
              lines={page.lines}
              leftOut={page.leftOut}
              waiting={page.waiting}
              {...{ quote: quoted, discount, creditAmount, courier }}
            >
              <div className="mt-4 max-md:hidden">
                <PayButton {...pay} className="w-full" />
              </div>
              <p className="mt-3 text-sm text-quiet">
                {/* On a phone the bar says this. */}
                {lacksCourier ? (
                  <span className="max-md:hidden">Choose a courier service to pay. </span>
                ) : null}
                You can still{' '}
                <Link to="/cart" className="text-lake underline">
                  change your cart
                </Link>
                .
              </p>
            </OrderSummary>
          </div>
        </div>
        <PayBar>
          <p className="leading-tight">
            <span className="block text-sm text-quiet">
              {creditAmount > 0 ? 'To pay' : 'Total'}
              {quoted.isFreeDelivery || courier ? '' : ' before delivery'}
            </span>
            <strong className="text-lg tabular-nums">{formatKwacha(toPay)}</strong>
            {lacksCourier ? <span className="block text-sm">Choose a courier</span> : null}
          </p>
          <PayButton {...pay} className="min-w-32" />
        </PayBar>
      </Form>
    </>
  )
}

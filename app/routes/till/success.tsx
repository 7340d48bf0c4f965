import { useState } from 'react'
import { redirect, useNavigate, useRevalidator } from 'react-router'
import { countLookUp } from '../../modules/till/sales/count-look-up.ts'
import { findTillSale } from '../../modules/till/sales/find-till-sale.ts'
import { formatKwacha } from '../../rules/money.ts'
import { receiptOfTillSale } from '../../rules/till/receipt.ts'
import {
  mobileAmount,
  type PaidParts,
  paidBeside,
  type Tender,
  tendersOf,
} from '../../rules/till/tenders.ts'
import type { TillSale } from '../../rules/till/till-payment.ts'
import { Button, ButtonLink } from '../../ui/kit/button.tsx'
import { unlisted } from '../../ui/kit/meta.ts'
import { leaveTo, onLeave } from '../../ui/till/accounts/leave.ts'
import { MobileSale } from '../../ui/till/payments/mobile/mobile-sale.tsx'
import { NoSale } from '../../ui/till/payments/mobile/no-sale.tsx'
import { printReceipt } from '../../ui/till/printing/print-receipt.ts'
import { formatTillRefusal } from '../../ui/till/refusals.ts'
import { endMobileSale } from '../../ui/till/store/sales/waiting.ts'
import { shopContext } from '../../web/context.ts'
import { requireTill } from '../../web/guards.ts'
import { jsonRefusal } from '../../web/responses.ts'
import '../../ui/admin/staff.css'
import type { Route } from './+types/success'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  unlisted(loaderData?.sale?.state === 'paid' ? 'Sale paid' : 'Payment')

/** The address proves nothing: the sale is read, and this page waits for its payment. */
export async function loader(args: Route.LoaderArgs) {
  const { userId } = await requireTill(args)
  const shop = args.context.get(shopContext)
  const number = new URL(args.request.url).searchParams.get('order') ?? ''
  const late = await countLookUp(shop, userId, number)
  if (late) throw jsonRefusal(late)
  const sale = await findTillSale(shop.db, number)
  if (sale?.state === 'given-up') throw redirect(`/pos/failed?order=${sale.saleNumber}`)
  return { sale: sale ?? null }
}

export default function Success({ loaderData: { sale } }: Route.ComponentProps) {
  if (!sale) return <NoSale />
  return sale.state === 'paid' ? <Paid sale={sale} /> : <Waiting sale={sale} />
}

function Waiting({ sale }: { sale: TillSale }) {
  const beside = paidBeside(sale)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  return (
    <div className="staff mx-auto max-w-3xl">
      <h1 className="sr-only">Payment of {sale.saleNumber}</h1>
      <MobileSale
        sale={{
          saleNumber: sale.saleNumber,
          saleId: sale.saleId,
          total: beside.totalAmount,
          cashAmount: beside.cashAmount,
          otherwise: beside.creditAmount,
          checkoutUrl: sale.payment?.checkoutUrl ?? null,
          isVoucher: Boolean(sale.voucher),
        }}
        isOnline
        onPaid={() => void revalidate()}
        onGivenUp={() => void navigate(`/pos/failed?order=${sale.saleNumber}`)}
        onLater={() => void leaveTo('/pos')}
      />
    </div>
  )
}

const WAYS = { cash: 'in cash', mobile: 'by mobile money', credit: 'by voucher' }
const PARTS: Record<Tender, (parts: PaidParts) => number> = {
  cash: ({ cashAmount }) => cashAmount,
  mobile: mobileAmount,
  credit: ({ creditAmount }) => creditAmount,
}

function Paid({ sale }: { sale: TillSale }) {
  const [refused, setRefused] = useState('')
  const parts = paidBeside(sale)
  const tenders = tendersOf(parts)
  const only = tenders.length === 1 ? tenders[0] : undefined
  async function print() {
    const printed = await printReceipt(receiptOfTillSale(sale, true))
    if (printed.ok) {
      // Without this the till would print the receipt when it is opened again.
      await endMobileSale(sale.saleId)
      return setRefused('')
    }
    const { title, description } = formatTillRefusal(printed)
    setRefused(`${title}: ${description}`)
  }
  return (
    <div className="staff mx-auto max-w-2xl py-6 text-center">
      <h1 className="text-4xl">Sale paid</h1>
      <p className="mt-4 text-[length:clamp(2.5rem,11vw,5rem)] leading-tight font-bold tabular-nums">
        {formatKwacha(sale.totalAmount)}
      </p>
      <dl className="mt-2 text-lg">
        <dt className="inline text-quiet">Sale number </dt>
        <dd className="inline font-semibold">{sale.saleNumber}</dd>
      </dl>
      <p className="mt-1 text-quiet">
        {only
          ? `Paid ${WAYS[only]}`
          : tenders.map((one) => `${formatKwacha(PARTS[one](parts))} ${WAYS[one]}`).join(', ')}
        {sale.exchange ? `, and by what came back of ${sale.exchange.number}` : ''}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/pos" onClick={onLeave} tone="lake" size="lg" reloadDocument>
          New sale
        </ButtonLink>
        {sale.voucher ? null : (
          <Button type="button" size="lg" onClick={() => void print()}>
            Print receipt
          </Button>
        )}
        <ButtonLink to="/admin" onClick={onLeave} size="lg" reloadDocument>
          Back office
        </ButtonLink>
      </div>
      {sale.voucher ? (
        <p className="mt-4">Its code is printed at the till that sells it: press New sale.</p>
      ) : null}
      <p role="alert" className="mt-4 font-semibold text-alarm empty:hidden">
        {refused}
      </p>
    </div>
  )
}

import { redirect } from 'react-router'
import { findTillSale } from '../../modules/till/sales/find-till-sale.ts'
import { formatKwacha } from '../../rules/money.ts'
import { ButtonLink } from '../../ui/kit/button.tsx'
import { unlisted } from '../../ui/kit/meta.ts'
import { NoSale, NotPaid } from '../../ui/till/payments/mobile/no-sale.tsx'
import { shopContext } from '../../web/context.ts'
import { requireTill } from '../../web/guards.ts'
import '../../ui/admin/staff.css'
import type { Route } from './+types/failed'

export const meta = () => unlisted('Sale not paid')

/** The address proves nothing: a sale that was paid after all is shown as paid. */
export async function loader(args: Route.LoaderArgs) {
  await requireTill(args)
  const number = new URL(args.request.url).searchParams.get('order') ?? ''
  const sale = await findTillSale(args.context.get(shopContext).db, number)
  if (!sale) return { sale: null }
  const { saleNumber, state, payment, totalAmount } = sale
  const success = `/pos/success?order=${saleNumber}`
  // Not paid, but no try has failed either: the success page waits.
  if (state === 'paid' || (state === 'waiting' && !payment?.hasFailedTry)) throw redirect(success)
  return { sale: { saleNumber, state, amount: payment?.amount ?? totalAmount } }
}

export default function Failed({ loaderData: { sale } }: Route.ComponentProps) {
  if (!sale) return <NoSale />
  const { saleNumber, state, amount } = sale
  const name = `Sale ${saleNumber} over ${formatKwacha(amount)}`
  if (state === 'held')
    return (
      <NotPaid title="Not the right amount">
        <p>{name}: money came, but not what was asked.</p>
        <p>Keep the goods and call an admin before you sell it again.</p>
      </NotPaid>
    )
  if (state === 'waiting')
    return (
      <NotPaid title="Payment failed">
        <p>{name}: the last try failed and nothing was charged.</p>
        <p>The payment page is still open: the customer may try again on it.</p>
        <p>
          <ButtonLink to={`/pos/success?order=${saleNumber}`} tone="bare" size="lg">
            Go on waiting for it
          </ButtonLink>
        </p>
      </NotPaid>
    )
  return (
    <NotPaid title="Payment failed">
      <p>{name} was not paid, and its goods are free again.</p>
      <p>If the money comes later all the same, it is credited to the sale and an admin is told.</p>
    </NotPaid>
  )
}

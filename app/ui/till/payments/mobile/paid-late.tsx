import { formatKwacha } from '../../../../rules/money.ts'
import type { TillSale } from '../../../../rules/till/till-payment.ts'
import { Button } from '../../../kit/button.tsx'

/** Money came for a sale that was cancelled here: tells the cashier what to do. */
export function PaidLate({
  sale,
  isBack,
  onDone,
}: {
  sale: TillSale
  /** The returned items of its exchange are here already. */
  isBack: boolean
  onDone: () => void
}) {
  return (
    <section aria-labelledby="paid-late" className="grid justify-items-center gap-4 text-center">
      <h2 id="paid-late" className="text-xl">
        Paid after it was cancelled
      </h2>
      <p className="text-[length:clamp(2.5rem,11vw,5rem)] leading-tight font-bold tabular-nums">
        {formatKwacha(sale.payment?.amount ?? sale.totalAmount)}
      </p>
      <p className="text-quiet">by mobile money · {sale.saleNumber}</p>
      <p className="max-w-prose text-lg">
        The money is there.{' '}
        {sale.exchange && !isBack ? 'Take back what they bring, and give' : 'Give'} the customer{' '}
        {sale.voucher ? '' : 'the goods and '}this receipt
        {sale.voucher ? ' with the code' : ''}. If they were paid for otherwise meanwhile, give back
        {' nothing here: an admin sees both in the back office.'}
      </p>
      <Button type="button" tone="lake" size="lg" data-first onClick={onDone}>
        Print the receipt
      </Button>
    </section>
  )
}

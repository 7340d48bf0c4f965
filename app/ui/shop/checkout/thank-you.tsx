import { formatKwacha } from '../../../rules/money.ts'
import { Icon } from '../../kit/icon.tsx'
import { CHECK } from '../shapes.ts'
import { OrderNumber } from './order-number.tsx'
import { WaysOn } from './ways-on.tsx'

/** The order is paid; `total` in kwacha, where the order could be read. */
export const ThankYou = ({
  orderNumber,
  total,
}: {
  orderNumber: string
  total: number | undefined
}) => (
  <>
    <span
      aria-hidden
      className="mx-auto mb-6 grid size-16 place-items-center rounded-full bg-leaf text-white"
    >
      <Icon shape={CHECK} size={36} strokeWidth={3} />
    </span>
    <h1 className="text-3xl md:text-4xl">Thank you for your purchase!</h1>
    <p className="mt-3 text-lg">Your order has been placed successfully.</p>
    {total ? (
      <p className="text-lg font-bold tabular-nums">{`${formatKwacha(total)} paid`}</p>
    ) : null}
    <OrderNumber number={orderNumber} />
    <p className="text-quiet">We have sent you an email with your order details.</p>
    <WaysOn />
  </>
)

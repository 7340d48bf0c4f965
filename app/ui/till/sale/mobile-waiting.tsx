import { useRef } from 'react'
import type { TillSale } from '../../../rules/till-payment.ts'
import type { WaitingSale } from '../mobile/mobile-sale-props.ts'
import { MobileSale } from '../mobile/mobile-sale.tsx'
import { sayGood, wasDone } from '../say.ts'
import { Sheet } from '../sheet.tsx'
import {
  addToBasket,
  forgetMobileSale,
  setCustomer,
  setDiscount,
  setLineDiscount,
} from '../store/acts.ts'
import { findCode } from '../store/goods-index.ts'
import type { Basket, MobileWait } from '../store/state.ts'
import { type Paid, paidAsServerSays } from './paid.ts'

/** `sale` and `basket` are null for one that was waiting before this page was opened. */
export type Waiting = { wait: MobileWait; sale: WaitingSale | null; basket: Basket | null }

/** What was called off goes on as a new sale. */
async function putBack(basket: Basket) {
  const { customerName, customerPhone, notes } = basket
  await setCustomer({ customerName, customerPhone, notes })
  for (const line of basket.lines) {
    const found = findCode(line.sku)
    const variant = found?.product.variants.find(({ id }) => id === line.variantId)
    if (!found || !variant) continue
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    const added = await addToBasket(
      { ...found.product, price: line.unitPrice },
      variant,
      line.quantity,
    )
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (wasDone(added) && line.discount > 0) await setLineDiscount(added.lineId, line.discount)
  }
  if (basket.discount > 0) await setDiscount(basket.discount)
}

/** Follows a mobile-money sale until the server says paid or called off; or leaves it waiting. */
export function MobileWaiting({
  waiting: { wait, sale, basket },
  isOnline,
  onPaid,
  onLeave,
}: {
  waiting: Waiting
  isOnline: boolean
  onPaid: (paid: Paid) => void
  onLeave: () => void
}) {
  const { number, saleId } = wait
  const isOver = useRef(false)
  const finish = async (after: () => void | Promise<void>) => {
    if (isOver.current) return
    isOver.current = true
    wasDone(await forgetMobileSale(number))
    await after()
  }
  return (
    <Sheet title="Mobile money" onClose={onLeave}>
      <MobileSale
        sale={sale ?? { saleNumber: number, saleId, total: 0, cashAmount: 0, checkoutUrl: null }}
        isOnline={isOnline}
        onPaid={(paid: TillSale) => void finish(() => onPaid(paidAsServerSays(paid)))}
        onGivenUp={() =>
          void finish(async () => {
            onLeave()
            if (basket) await putBack(basket)
            sayGood('Sale called off', basket ? 'The goods are in the basket again.' : undefined)
          })
        }
        onLater={onLeave}
      />
    </Sheet>
  )
}

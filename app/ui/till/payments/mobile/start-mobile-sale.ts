import { creditPart } from '../../../../rules/credit/reserve.ts'
import { tillRefusals } from '../../../../rules/messages/till/till.ts'
import { settings } from '../../../../rules/settings/settings.ts'
import { signMobileSale } from '../../store/accounts/device-key.ts'
import { type ExchangeInCart, isOnCode } from '../../store/sales/exchange-in-cart.ts'
import { askServer } from './ask-server.ts'
import type { MobileBasket, Started } from './mobile-sale-props.ts'

// After these refusals the sale exists on the server without a payment page.
const IS_WITHOUT_PAGE = /^provider-/

/** The exchange as the server stores it until the payment has come. */
const toAsked = ({
  id,
  number,
  order,
  lines,
  refund,
  credit,
  reason,
  approval,
}: ExchangeInCart) => ({
  id,
  number,
  order: order && { id: order.id, reason: order.reason },
  lines: lines.map(({ lineId, quantity, amount, isRestocked }) => ({
    lineId,
    quantity,
    amount,
    isRestocked,
  })),
  refund,
  credit: credit?.amount ?? 0,
  reason,
  approval,
})

/**
 * The code and the returned items that pay a part. Returned items that are on a code already, reserved under the
 * return's id, are sent as that code only.
 */
function paidBefore({ credit, exchange, total }: MobileBasket) {
  const isBack = exchange != null && isOnCode(exchange)
  const code = isBack ? { id: exchange.id, amount: exchange.refund } : credit
  const rest = total - (isBack ? 0 : (exchange?.refund ?? 0))
  return {
    credit: code && { reserve_id: code.id, amount: creditPart(code, rest) },
    exchange: exchange && !isBack ? toAsked(exchange) : null,
  }
}

/**
 * Sends a basket to be paid by mobile money (docs/product.md, Selling). Sent again under the same id it is the same
 * sale. The server computes prices, totals, stock and discount, and refuses a basket that differs.
 */
export async function startMobileSale(basket: MobileBasket): Promise<Started> {
  const [firstName = 'Customer', ...others] = basket.customerName
    .trim()
    .split(/\s+/)
    .filter(Boolean)
  const address = { address: 'POS Sale', firstName, lastName: others.join(' ') }
  const answer = await askServer<{ checkout_url: string; order_number: string }>(
    '/functions/process-payment',
    {
      method: 'POST',
      headers: { 'Idempotency-Key': basket.id },
      body: {
        pos: true,
        paymentMethod: 'paychangu',
        cartItems: basket.lines.map((line) => ({
          product_id: line.productId,
          variant_id: line.variantId,
          quantity: line.quantity,
          price: line.unitPrice,
          discount: line.discount,
        })),
        totalAmount: basket.total,
        // Customers at the counter are not asked for an email address: the shop's own is sent instead.
        email: settings().email,
        firstName,
        lastName: others.join(' '),
        customerName: basket.customerName,
        customerPhone: basket.customerPhone,
        notes: basket.notes,
        shippingAddress: address,
        billingAddress: address,
        till_id: basket.tillId,
        shift_id: basket.shiftId,
        sale_id: basket.id,
        discount: basket.discount,
        approval: basket.approval,
        cash_amount: basket.cashAmount,
        ...paidBefore(basket),
        voucher_amount: basket.voucher,
        device_signature: await signMobileSale(basket),
      },
    },
  )
  if (answer.ok)
    return {
      ok: true,
      saleNumber: answer.body.order_number,
      checkoutUrl: answer.body.checkout_url,
    }
  const { title } = tillRefusals['pos-failed']
  const mayExist = answer.why === 'connection-lost' || IS_WITHOUT_PAGE.test(answer.reason ?? '')
  return { ok: false, title, message: answer.message, reason: answer.reason, mayExist }
}

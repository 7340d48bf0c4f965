import { orderItems, payments } from '../../db/tables.server.ts'

type Line = Pick<
  typeof orderItems.$inferSelect,
  'name' | 'sku' | 'size' | 'color' | 'quantity' | 'price' | 'total'
>
/** A line of an order, or of a sale at a till, under plain names. */
export const exportLine = ({ name, sku, size, color, quantity, price, total }: Line) => ({
  product: name,
  sku,
  size,
  color,
  quantity,
  price,
  total,
})

/** An attempt to pay for an order or a till sale, under plain names. */
export const exportAttempt = (payment: typeof payments.$inferSelect) => ({
  reference: payment.reference,
  provider: payment.provider,
  status: payment.status,
  amount: payment.amount,
  paid_amount: payment.paidAmount,
  channel: payment.channel,
  wallet: payment.payerPhone,
  providers_reference: payment.providerReference,
  providers_answer: payment.lastAnswer,
  started_at: payment.createdAt,
})

import { formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { PosPaymentMethod, PosPaymentStatus } from '../../../rules/payments.ts'
import { Form } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { Attempts, type ShownAttempt } from './attempts.tsx'
import { Lines, type ShownLine, Sums } from './lines.tsx'
import { Part, SidePanel } from '../side-panel.tsx'
import { SaleBadge } from './status-badge.tsx'

export const METHOD_WORDS: Record<PosPaymentMethod, string> = {
  cash: 'Cash',
  paychangu: 'PayChangu',
}

export type ShownSale = {
  id: string
  saleNumber: string
  createdAt: Date
  cashier: string
  customerName: string | null
  customerPhone: string | null
  paymentMethod: PosPaymentMethod
  paymentStatus: PosPaymentStatus
  subtotal: number
  discountAmount: number
  taxAmount: number
  totalAmount: number
  notes: string | null
  lines: readonly ShownLine[]
  attempts: readonly ShownAttempt[]
}

/** All about one sale at the till. */
export const SalePanel = ({ sale }: { sale: ShownSale }) => (
  <SidePanel name="sale" title={sale.saleNumber}>
    <div>
      <SaleBadge status={sale.paymentStatus} />
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 wrap-anywhere">
        <dt className="text-quiet">Sold</dt>
        <dd>{formatDateTime(sale.createdAt)}</dd>
        <dt className="text-quiet">By</dt>
        <dd>{sale.cashier}</dd>
        <dt className="text-quiet">Paid by</dt>
        <dd>{METHOD_WORDS[sale.paymentMethod]}</dd>
        <dt className="text-quiet">Customer</dt>
        <dd>{[sale.customerName, sale.customerPhone].filter(Boolean).join(', ') || 'Not named'}</dd>
      </dl>
      {sale.notes ? (
        <p className="mt-2 rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
          “{sale.notes}”
        </p>
      ) : null}
    </div>
    <Part title="Lines">
      <Lines lines={sale.lines} />
      <Sums
        rows={[
          ['Subtotal', formatKwacha(sale.subtotal)],
          ...(sale.discountAmount > 0
            ? [['Discount', formatKwacha(-sale.discountAmount)] as const]
            : []),
          ...(sale.taxAmount > 0 ? [['Tax', formatKwacha(sale.taxAmount)] as const] : []),
          ['Total', formatKwacha(sale.totalAmount)],
        ]}
      />
    </Part>
    {sale.paymentMethod === 'paychangu' ? (
      <Part title="Payment attempts">
        <Attempts attempts={sale.attempts} />
        <Form method="post" preventScrollReset>
          <input type="hidden" name="sale" value={sale.id} />
          <Button name="intent" value="ask">
            Ask the provider
          </Button>
        </Form>
      </Part>
    ) : null}
  </SidePanel>
)

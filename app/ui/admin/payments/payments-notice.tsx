import { TriangleAlert } from 'lucide-react'
import type { PaymentsMode } from '../../../rules/payments/payments.ts'

/** The notice that nobody can pay online, above everything else; nothing while payments work. */
export const PaymentsNotice = ({ payments }: { payments: PaymentsMode }) =>
  payments === 'off' ? (
    <section
      aria-label="Online payment is off"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3"
    >
      <TriangleAlert aria-hidden className="shrink-0 text-alarm" />
      <p className="min-w-0 grow basis-52">
        <strong>Online payment is off.</strong> Customers cannot pay for an order, and the till
        takes cash only. Whoever runs the server sets PAYCHANGU_SECRET_KEY and starts the shop
        again.
      </p>
    </section>
  ) : null

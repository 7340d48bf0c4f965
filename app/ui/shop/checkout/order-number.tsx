import { Fact } from '../orders/fact.tsx'

/** The order's number, which customers name when they ask for help. */
export const OrderNumber = ({ number }: { number: string }) => (
  <dl className="mx-auto my-6 w-fit rounded-card border border-line bg-sheet px-8 py-4">
    <Fact label="Order Number" look="text-xl font-bold tabular-nums">
      {number}
    </Fact>
  </dl>
)

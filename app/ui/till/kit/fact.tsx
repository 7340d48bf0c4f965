import type { ReactNode } from 'react'

/** A row of a `dl`: the label at the left, its value at the right. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-quiet">{label}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
)

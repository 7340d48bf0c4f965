import type { ReactNode } from 'react'

/** A row of an account's list, with the button of its act. */
export const AccountRow = ({ children, act }: { children: ReactNode; act: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-sheet px-4 py-3">
    <div className="min-w-0">{children}</div>
    {act}
  </li>
)

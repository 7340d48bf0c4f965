import type { ReactNode } from 'react'
import { ButtonLink } from '../../../kit/button.tsx'
import { onLeave } from '../../accounts/leave.ts'

/** A sale that was not paid: what is known about it, and what to do next. */
export function NotPaid({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="staff mx-auto max-w-2xl py-6 text-center">
      <h1 className="text-4xl">{title}</h1>
      <div className="mt-4 grid gap-2 text-lg">{children}</div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/pos" onClick={onLeave} tone="lake" size="lg" reloadDocument>
          Retry POS Sale
        </ButtonLink>
        <ButtonLink to="/admin" onClick={onLeave} size="lg" reloadDocument>
          Back office
        </ButtonLink>
      </div>
    </div>
  )
}

/** For a number that belongs to no sale of the till. */
export const NoSale = () => (
  <NotPaid title="Sale not found">
    <p>The till has no sale with that number, so its payment cannot be checked.</p>
    <p>Look for it under the till’s sales before you sell it again.</p>
  </NotPaid>
)

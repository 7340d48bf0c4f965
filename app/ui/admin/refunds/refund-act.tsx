import type { ReactNode } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { ActLine } from '../form/act-line.tsx'
import type { Row } from './refund-row.tsx'

export const RefundAct = ({
  refund: { id, version, amount },
  label,
  isPlain = false,
  ...act
}: {
  refund: Row
  intent:
    | 'refund-approve'
    | 'refund-give'
    | 'refund-cancel'
    | 'payout'
    | 'payout-ask'
    | 'payout-end'
  label: string
  isPlain?: boolean
  children?: ReactNode
}) => (
  <ActLine
    about={{ refund: id, version }}
    isNext={!isPlain}
    label={
      <>
        {label}
        <span className="sr-only">: {formatKwacha(amount)}</span>
      </>
    }
    {...act}
  />
)

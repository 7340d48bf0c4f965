import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../rules/dates.ts'
import { type Discount, type DiscountFlag } from '../../../rules/discounts/discounts.ts'
import { discountNotices } from '../../../rules/messages/discounts/discounts.ts'
import { DISCOUNT_TYPE_WORDS, discountValueText } from '../../../rules/messages/discounts/words.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { Badge, type BadgeTone } from '../badge.tsx'
import { copyText } from '../copy-button.tsx'
import { EntryActs } from '../form/entry-buttons.tsx'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'

export type ListedDiscount = Discount & { id: string; version: number; flags: DiscountFlag[] }

const TONES: Record<DiscountFlag, BadgeTone> = {
  Active: 'good',
  Inactive: 'plain',
  Expired: 'bad',
  'Not Started': 'busy',
}

/** The longest code, in characters, that fits in one row. */
const LONGEST_WHOLE = 16

const CodeCell = ({ code }: { code: string }) => (
  <span className="flex items-center gap-1 max-md:flex-wrap">
    <span
      className={`text-lg font-bold wrap-anywhere select-all md:min-w-32 ${code.length > LONGEST_WHOLE ? '' : 'md:whitespace-nowrap'}`}
    >
      {code}
    </span>
    <button
      type="button"
      onClick={() => void copyText(code, discountNotices['discount-copied'])}
      aria-label={`Copy ${code}`}
      className="needs-script grid size-11 shrink-0 place-items-center rounded-card text-quiet hover:bg-sand hover:text-ink"
    >
      <Copy aria-hidden size={18} />
    </button>
  </span>
)

const usesOf = ({ usedCount, maximumUses }: Discount) =>
  `${formatAmount(usedCount)}/${maximumUses === null ? 'unlimited' : formatAmount(maximumUses)}`

const deletingText = ({ code, usedCount }: Discount) =>
  usedCount === 0
    ? `No order has used ${code}.`
    : `${code} was used ${usedCount === 1 ? 'once' : `${formatAmount(usedCount)} times`}. Those orders keep it and what it took off; nobody can use it any more. To stop it for a while, switch it off instead.`

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="block text-sm wrap-anywhere md:min-w-24 xl:whitespace-nowrap">
    <span className="text-quiet">{label}</span> <span className="tabular-nums">{children}</span>
  </span>
)
const momentOf = (at: Date | null) => (at ? formatDateTime(at) : '–')

const COLUMNS: readonly Column<ListedDiscount>[] = [
  {
    label: 'Code',
    sort: 'code',
    isTitle: true,
    show: ({ code, flags, usedCount, maximumUses }) => (
      <>
        <CodeCell code={code} />
        <span className="flex flex-wrap gap-1">
          {flags.map((flag) => (
            <Badge key={flag} tone={TONES[flag]}>
              {flag}
            </Badge>
          ))}
          {maximumUses !== null && usedCount >= maximumUses ? (
            <Badge tone="warm">Used up</Badge>
          ) : null}
        </span>
      </>
    ),
  },
  {
    label: 'Discount',
    show: (discount) => (
      <>
        <span className="block font-semibold tabular-nums">{discountValueText(discount)}</span>
        <span className="text-sm text-quiet">{DISCOUNT_TYPE_WORDS[discount.type]}</span>
      </>
    ),
  },
  {
    label: 'Limits',
    show: (discount) => (
      <>
        <Fact label="Min">
          {discount.minimumAmount === null ? 'None' : formatKwacha(discount.minimumAmount)}
        </Fact>
        <Fact label="Uses">{usesOf(discount)}</Fact>
      </>
    ),
  },
  {
    label: 'Dates',
    show: ({ startsAt, expiresAt }) => (
      <>
        <Fact label="Starts">{momentOf(startsAt)}</Fact>
        <Fact label="Expires">{momentOf(expiresAt)}</Fact>
      </>
    ),
  },
  actsColumn((discount) => (
    <EntryActs
      entry={discount}
      name={discount.code}
      className="md:flex-wrap md:justify-end xl:flex-nowrap"
      text={deletingText(discount)}
      act="Delete code"
    />
  )),
]

export const DiscountTable = ({ rows }: { rows: readonly ListedDiscount[] }) => (
  <DataTable caption="Discount Codes" rows={rows} columns={COLUMNS} />
)

import type { WaitedForDetail } from '../../../modules/waitlist/find-waited-for.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatAmount } from '../../../rules/money.ts'
import { chatLink } from '../../../rules/phone.ts'
import type { PhoneRequest, WaitedFor } from '../../../rules/waitlist/waitlist.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import type { Column } from '../list/data-table.tsx'
import { OpenLink, Part, SidePanel } from '../list/side-panel.tsx'

const LINK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'

/** Units may be there without being for sale: their product is hidden, or a till may be selling them. */
const stockText = ({ onHand, isBack }: Pick<WaitedFor, 'onHand' | 'isBack'>) =>
  onHand > 0
    ? `${onHand} in stock${isBack ? '' : ', not for sale'}`
    : isBack
      ? 'Always there'
      : 'Sold out'

export const WAITED_COLUMNS: readonly Column<WaitedFor>[] = [
  {
    label: 'Product',
    isTitle: true,
    show: (row) => (
      <>
        <OpenLink name="variant" value={row.id}>
          {row.product}
        </OpenLink>
        <span className="block text-sm text-quiet">{formatChoice(row) || row.sku}</span>
      </>
    ),
  },
  {
    label: 'Stock',
    isBadge: true,
    show: (row) => (
      <Badge tone={row.isBack ? 'good' : 'plain'}>
        {stockText(row)}
        {row.isBack && row.byPhone > 0 ? ': text them' : ''}
      </Badge>
    ),
  },
  {
    label: 'Waiting',
    isFigure: true,
    show: ({ byEmail, byPhone }) => formatAmount(byEmail + byPhone),
  },
  { label: 'By WhatsApp', isFigure: true, show: ({ byPhone }) => formatAmount(byPhone) },
  { label: 'By email', isFigure: true, show: ({ byEmail }) => formatAmount(byEmail) },
  {
    label: 'Since',
    show: ({ since }) => <time dateTime={since.toISOString()}>{formatDate(since)}</time>,
  },
]

/** The variants of one product that customers wait for. */
export const WaitedList = ({ rows }: { rows: readonly WaitedFor[] }) => (
  <ul className="flex flex-wrap gap-x-6">
    {rows.map((row) => (
      <li key={row.id}>
        <Link to={`/admin/waitlist?variant=${row.id}`} className={LINK}>
          {`${formatChoice(row) || row.sku}: ${formatAmount(row.byEmail + row.byPhone)} waiting`}
        </Link>
      </li>
    ))}
  </ul>
)

/** Who waits for one variant: emails are sent automatically, phone numbers are texted by staff. */
export function WaitedPanel({ waited, chat }: { waited: WaitedForDetail; chat: string }) {
  const { product, productId, isBack, byEmail, phones } = waited
  return (
    <SidePanel name="variant" title={product}>
      <p>
        {formatChoice(waited) || waited.sku}. {stockText(waited)}.
        <br />
        <Link to={`/admin/stock/${productId}`} className={LINK}>
          Stock of this product
        </Link>
      </p>
      <Part title="By email">
        <p>
          {byEmail === 0
            ? 'Nobody waits for an email.'
            : `${byEmail} waiting. They get an email by themselves once it has been in stock for ten minutes, the first to ask first.`}
        </p>
      </Part>
      <Part title="By WhatsApp">
        {phones.length === 0 ? (
          <p>Nobody waits for a message.</p>
        ) : (
          <>
            {isBack ? null : (
              <p className="text-sm text-quiet">Text them once it can be bought again.</p>
            )}
            <ul className="divide-y divide-line">
              {phones.map((one) => (
                <Phone key={one.id} request={one} chat={isBack ? chat : null} />
              ))}
            </ul>
          </>
        )}
      </Part>
    </SidePanel>
  )
}

/** `chat`: the text to send; null while there is nothing to report. */
function Phone({ request, chat }: { request: PhoneRequest; chat: string | null }) {
  const { id, phone, createdAt, isNotified } = request
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1">
      <span>
        {chat && !isNotified ? (
          <a
            href={chatLink(chat, phone)}
            target="_blank"
            rel="noreferrer"
            className={`${LINK} text-lake`}
          >
            Text {phone}
          </a>
        ) : (
          <span className="inline-flex min-h-11 items-center tabular-nums">{phone}</span>
        )}
        <span className="block text-sm text-quiet">Asked {formatDate(createdAt)}</span>
      </span>
      <ActForm about={{ id }}>
        <Button
          name="intent"
          value={isNotified ? 'not-told' : 'told'}
          tone={isNotified ? 'bare' : 'plain'}
        >
          {isNotified ? 'Told. Undo' : 'Told'}
          <span className="sr-only"> {phone}</span>
        </Button>
      </ActForm>
    </li>
  )
}

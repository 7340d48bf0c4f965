import { useSearchParams } from 'react-router'
import { listSubscribers, type Subscriber } from '../../../modules/newsletter/list-subscribers.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { STATE_WORDS } from '../../../rules/messages/newsletter/words.ts'
import { SUBSCRIBER_STATES, stateOf } from '../../../rules/newsletter/newsletter.ts'
import { Badge } from '../../../ui/admin/badge.tsx'
import { Email } from '../../../ui/admin/email.tsx'
import type { Column } from '../../../ui/admin/list/data-table.tsx'
import { FileLink } from '../../../ui/admin/list/file-link.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'

export const meta = () => unlisted('Newsletter')

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const { search, after } = readListAddress(request, ['-joined'])
  const state = readFilter(request, 'state', SUBSCRIBER_STATES)
  const printed = {
    entity: 'newsletter',
    label: 'list-newsletter',
    query: { search, state },
  } as const
  const limit = await limitPrinted(args, STAFF_PAGE, printed)
  const page = await readPart(shop, 'newsletter', () =>
    listSubscribers(shop.db, { search, state, after, limit }),
  )
  return { page }
}

const TONES = { confirmed: 'good', waiting: 'warm', left: 'plain' } as const
const time = (at: Date | null) =>
  at ? (
    <time dateTime={at.toISOString()} className="text-sm">
      {formatDateTime(at)}
    </time>
  ) : (
    '–'
  )

const COLUMNS: readonly Column<Subscriber>[] = [
  {
    label: 'Email',
    isTitle: true,
    show: ({ email }) => (
      <span className="block font-semibold wrap-anywhere md:min-w-40">
        <Email address={email} />
      </span>
    ),
  },
  {
    label: 'State',
    isBadge: true,
    show: (row) => <Badge tone={TONES[stateOf(row)]}>{STATE_WORDS[stateOf(row)]}</Badge>,
  },
  { label: 'Signed up', show: ({ createdAt }) => time(createdAt) },
  { label: 'Confirmed', show: ({ confirmedAt }) => time(confirmedAt) },
  { label: 'Unsubscribed', show: ({ leftAt }) => time(leftAt) },
]

export default function Newsletter({ loaderData: { page } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const search = params.get('search')
  const file = `/admin/newsletter.csv${search ? `?search=${encodeURIComponent(search)}` : ''}`
  return (
    <>
      <PageHead title="Newsletter">
        <FileLink href={file}>Confirmed addresses (CSV)</FileLink>
      </PageHead>
      <ListTools
        label="Search by email"
        filters={[stateFilter('state', 'State', SUBSCRIBER_STATES, STATE_WORDS)]}
        narrowed={[]}
      />
      <PagedTable
        page={page}
        error="Error loading the newsletter list."
        empty="No addresses found"
        hint="People leave theirs in the newsletter box at the foot of the shop."
        caption="Newsletter addresses, newest first"
        columns={COLUMNS}
      />
    </>
  )
}

import { findWaitedFor } from '../../../modules/waitlist/find-waited-for.ts'
import { listWaitedFor } from '../../../modules/waitlist/list-waited-for.ts'
import { markNotified } from '../../../modules/waitlist/mark-notified.ts'
import { productPath } from '../../../rules/catalogue/product-detail.ts'
import { MOST_PRINTED } from '../../../rules/lists.ts'
import { writeBackInStockChat } from '../../../rules/messages/waitlist/words.ts'
import { ChoiceTabs } from '../../../ui/admin/list/choice-tabs.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { MoreThanPrinted } from '../../../ui/admin/list/on-paper.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { BesideList, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { WAITED_COLUMNS, WaitedPanel } from '../../../ui/admin/waitlist/waited-for.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { isPrinted, limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

export const meta = () => unlisted('Waiting for Stock')

const TO_TEXT = 'In stock again, and a WhatsApp message is waited for'
/** More than staff read on one screen, or order in a day. */
const MOST_SHOWN = 200

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const open = searchParams.get('variant')
  const isToText = searchParams.get('show') === 'to-text'
  const query = { show: isToText ? 'to-text' : null }
  const printed = { entity: 'waitlist', label: 'list-waitlist', query } as const
  const limit = await limitPrinted(args, MOST_SHOWN, printed)
  const [rows, waited] = await Promise.all([
    readPart(shop, 'waitlist', () => listWaitedFor(shop.db, { isToText, limit: limit + 1 })),
    open === null ? null : readPart(shop, 'who waits', () => findWaitedFor(shop.db, open)),
  ])
  const url = waited && shop.config.baseUrl + productPath(waited.slug, waited)
  return {
    page: rows && { rows: rows.slice(0, limit), next: null },
    isCut: rows !== null && rows.length > limit,
    isOnPaper: isPrinted(request),
    open,
    isToText,
    waited,
    chat: waited && url ? writeBackInStockChat({ ...waited, url }) : '',
  }
}

/** `told` and `not-told`: whether a customer was texted. */
export async function action(args: Route.ActionArgs) {
  const { shop, actor, form, respond } = await readListAct(args, '/admin/waitlist')
  const id = readId(readText(form, 'id'))
  const intent = readText(form, 'intent')
  const isNotified = intent === 'told'
  if (!id || !(isNotified || intent === 'not-told')) return respond(badToast('bad-form'))
  const done = await tryAct(shop, 'unexpected', () => markNotified(shop.db, actor, id, isNotified))
  return respond(
    done.ok ? goodToast(isNotified ? 'waitlist-told' : 'waitlist-not-told') : badToast(done),
  )
}

export default function Waitlist({
  loaderData: { page, isCut, isOnPaper, open, isToText, waited, chat },
}: Route.ComponentProps) {
  const panel = panelOf(
    'variant',
    open,
    waited && <WaitedPanel key={waited.id} waited={waited} chat={chat} />,
  )
  return (
    <>
      <PageHead title="Waiting for Stock" back={{ to: '/admin/stock', label: 'Stock' }} />
      <BesideList panel={panel}>
        <ListTools csv="/admin/waitlist.csv" narrowed={[['show', isToText ? TO_TEXT : null]]}>
          <ChoiceTabs
            label="Who waits"
            name="show"
            now={isToText ? 'to-text' : null}
            choices={[
              [null, 'All'],
              ['to-text', 'To text'],
            ]}
          />
        </ListTools>
        {isToText ? <p className="mb-2">{TO_TEXT}.</p> : null}
        {isCut && isOnPaper ? <MoreThanPrinted isPrinted /> : null}
        {isCut && !isOnPaper ? (
          <p className="mb-2">
            These are the {MOST_SHOWN} that most wait for, of a longer list. Print takes up to{' '}
            {MOST_PRINTED}, and the CSV file all.
          </p>
        ) : null}
        <PagedTable
          page={page}
          error="Error loading who waits for stock."
          empty={isToText ? 'Nobody is to be texted now' : 'Nobody waits for anything'}
          hint="Where something is sold out, customers leave an address or a number to be told when it is back."
          caption="What customers wait for, most first"
          columns={panel ? WAITED_COLUMNS.slice(0, 4) : WAITED_COLUMNS}
        />
      </BesideList>
    </>
  )
}

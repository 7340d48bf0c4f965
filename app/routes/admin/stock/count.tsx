import { data } from 'react-router'
import { listCountedPage } from '../../../modules/stock/counts/list-counted.ts'
import { findCount, listUncounted } from '../../../modules/stock/counts/read-counts.ts'
import { MOST_PRINTED } from '../../../rules/lists.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { type CountRow, countName } from '../../../rules/stock/counts.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Pager } from '../../../ui/admin/list/data-table.tsx'
import { PrintLink } from '../../../ui/admin/list/on-paper.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { Panel } from '../../../ui/admin/panel.tsx'
import { CountEnds } from '../../../ui/admin/stock/counts/count-ends.tsx'
import { ScanForm, SizesForm } from '../../../ui/admin/stock/counts/count-form.tsx'
import { CountBadge, scopeOf } from '../../../ui/admin/stock/counts/count-list.tsx'
import { CountRows } from '../../../ui/admin/stock/counts/count-review.tsx'
import { CountSheet } from '../../../ui/admin/stock/counts/count-sheet.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readAfter, readWord } from '../../../web/lists/list-query.ts'
import { isPrinted } from '../../../web/lists/print-list.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/count'
import { actOnCount } from './count-action.ts'
import { listSizes } from './count-sizes.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title: `${loaderData ? countName(loaderData.count.number) : 'Stock-take'} | ${settings().name}`,
  },
]

/** The most sizes that the review lists as not counted. */
const MOST_SHOWN = 200

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = readId(params.countId)
  const count = id && (await readTwice(() => findCount(shop.db, id)))
  if (!count) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const search = readWord(request, 'find') ?? ''
  const isOpen = count.state === 'open'
  const isReviewed = searchParams.has('review') || !isOpen
  const isSheet = isOpen && isPrinted(request)
  const isDiffering = isReviewed && searchParams.has('differing')
  const after = readAfter(request)
  const [page, sizes, missing] = await readTwice(() =>
    Promise.all([
      listCountedPage(shop.db, count.id, { isDiffering, after }),
      listSizes(shop, search, readWord(request, 'sizes') ?? ''),
      isSheet || (isReviewed && isOpen)
        ? listUncounted(shop.db, count, isSheet ? MOST_PRINTED : MOST_SHOWN + 1)
        : [],
    ]),
  )
  const counted = isReviewed ? page.rows : page.rows.map(hideExpected)
  const shown = { search, isReviewed, isDiffering, isSheet }
  return { count, ...shown, counted, next: page.next, sizes, missing }
}

/** A blind count: the expected number is not even sent while products are counted. */
const hideExpected = (row: CountRow) => ({ ...row, expected: 0, inOrders: 0, isMoved: false })

export const action = (args: Route.ActionArgs) => actOnCount(args, args.params.countId)

export default function StockTake({ loaderData, actionData }: Route.ComponentProps) {
  const { count, search, isReviewed, isDiffering, isSheet, counted, next, sizes, missing } =
    loaderData
  const isOpen = count.state === 'open'
  return (
    <>
      <PageHead
        title={`Stock-take ${countName(count.number)}`}
        back={{ to: '/admin/stock-takes', label: 'Stock-takes' }}
      >
        {isOpen && !isReviewed ? <PrintLink names={[]} /> : null}
        {isOpen && !isReviewed ? <ButtonLink to="?review=1">Review</ButtonLink> : null}
        {isOpen && isReviewed ? <ButtonLink to="?">Go on counting</ButtonLink> : null}
        {isOpen ? <CountEnds isReviewed={isReviewed} /> : null}
      </PageHead>
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-2">
        <CountBadge status={count.state} /> {scopeOf(count)}
      </p>
      {isSheet ? (
        <CountSheet rows={missing} />
      ) : (
        <div className="grid gap-6">
          {isOpen && !isReviewed ? (
            <>
              <ScanForm search={search} mark={count.units} />
              {search && sizes?.words !== search ? <p>Nothing found.</p> : null}
              {sizes ? <SizesForm rows={sizes.rows} answer={actionData ?? null} /> : null}
            </>
          ) : null}
          <div>
            {isReviewed && count.sizes > 0 ? (
              <p className="on-screen mb-3">
                <ButtonLink to={isDiffering ? '?review=1' : '?review=1&differing=1'}>
                  {isDiffering ? 'Show all sizes' : 'Show the differences alone'}
                </ButtonLink>
              </p>
            ) : null}
            {counted.length > 0 ? (
              <CountRows rows={counted} isReviewed={isReviewed} isOpen={isOpen} />
            ) : (
              <p className="text-quiet">
                {count.sizes > 0 ? 'Nothing differs.' : 'Nothing is counted yet.'}
              </p>
            )}
            <Pager next={next} />
          </div>
          {missing.length > 0 ? (
            <Panel title="Not counted, and left as it is">
              <ul>
                {missing.slice(0, MOST_SHOWN).map((row) => (
                  <li key={row.id} className="py-1 wrap-anywhere">
                    {[row.product, variantName(row)].filter(Boolean).join(', ')}
                  </li>
                ))}
              </ul>
              {missing.length > MOST_SHOWN ? (
                <p className="mt-2 text-quiet">And more: these are the first {MOST_SHOWN}.</p>
              ) : null}
            </Panel>
          ) : null}
        </div>
      )}
    </>
  )
}

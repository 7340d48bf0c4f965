import { findAdminReview, listAdminReviews } from '../../../modules/reviews/list-admin-reviews.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { REVIEW_STATE_WORDS, starWords } from '../../../rules/messages/reviews/words.ts'
import { REVIEW_STATES, STARS, type StarChoice } from '../../../rules/reviews/reviews.ts'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { BesideList, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { REVIEW_COLUMNS } from '../../../ui/admin/reviews/review-columns.tsx'
import { ReviewPanel } from '../../../ui/admin/reviews/review-panel.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnReviews } from './action.ts'

export const meta = () => unlisted('Reviews')

const STAR_WORDS = [
  ['1-2', 'One or two stars'],
  ['3-5', 'Three stars or more'],
  ...STARS.map((stars) => [`${stars}`, starWords(stars)] as const),
] as const satisfies (readonly [StarChoice, string])[]

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const { search, after } = readListAddress(request, ['-written'])
  const state = readFilter(request, 'state', REVIEW_STATES)
  const stars = readFilter(
    request,
    'stars',
    STAR_WORDS.map(([choice]) => choice),
  )
  const query = { search, state, stars, after }
  const limit = await limitPrinted(args, STAFF_PAGE, {
    entity: 'review',
    label: 'list-reviews',
    query,
  })
  const open = new URL(request.url).searchParams.get('review')
  const [page, review] = await Promise.all([
    readPart(shop, 'reviews', () => listAdminReviews(shop.db, { ...query, limit })),
    open === null ? null : readPart(shop, 'review', () => findAdminReview(shop, open)),
  ])
  return { page, open, review: review ?? null }
}

export const action = (args: Route.ActionArgs) => actOnReviews(args)

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { page, open, review } = loaderData
  const typed = actionData && actionData.id === review?.id ? actionData : undefined
  const panel = panelOf(
    'review',
    open,
    review && <ReviewPanel key={`${review.id} ${review.version}`} review={review} typed={typed} />,
  )
  return (
    <>
      <PageHead title="Reviews" />
      <BesideList panel={panel}>
        <ListTools
          label="Search by words, name or product"
          filters={[
            stateFilter('state', 'State', REVIEW_STATES, REVIEW_STATE_WORDS),
            {
              name: 'stars',
              label: 'Stars',
              options: STAR_WORDS,
            },
          ]}
          narrowed={[]}
        />
        <PagedTable
          page={page}
          error="Error loading reviews."
          empty="No reviews found"
          hint="Customers review what they have bought. A review is here and in the shop at once."
          caption="Reviews, newest first"
          columns={panel ? REVIEW_COLUMNS.slice(0, 3) : REVIEW_COLUMNS}
        />
      </BesideList>
    </>
  )
}

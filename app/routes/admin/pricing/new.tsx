import { useState } from 'react'
import { useLocation } from 'react-router'
import { listToPrice } from '../../../modules/pricing/list-to-price.ts'
import { planChange } from '../../../modules/pricing/plan-change.ts'
import { previewChange } from '../../../modules/pricing/preview-change.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { formatAmount } from '../../../rules/money.ts'
import { MOST_PRICED } from '../../../rules/pricing/price-changes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { RefusedBox } from '../../../ui/admin/form/refused-box.tsx'
import { Empty } from '../../../ui/admin/list/empty.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ChangeForm } from '../../../ui/admin/pricing/change-form.tsx'
import { PlanForm } from '../../../ui/admin/pricing/plan-form.tsx'
import { PreviewTable } from '../../../ui/admin/pricing/preview-table.tsx'
import { shopContext } from '../../../web/context.ts'
import { readText } from '../../../web/forms/read-form.ts'
import { listPath, readAfter } from '../../../web/lists/list-query.ts'
import { readTwice } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/new'
import { readChangeAddress } from './read-address.ts'

export const meta = () => [{ title: `Change Prices | ${settings().name}` }]

const PAGE = 50

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readTwice(async () => {
    const { db, now } = context.get(shopContext)
    const { selection, fields, values, read } = readChangeAddress(request, now())
    const count = (await listToPrice(db, selection)).length
    const form = { fields, values, errors: read && !read.ok ? read.errors : {}, count }
    if (!read?.ok) return { ...form, preview: null, refusal: null }
    const preview = await previewChange(db, selection, read.edit)
    if (!preview.ok) return { ...form, preview: null, refusal: formatRefusal(preview) }
    const { rows, changing, overlaps, fingerprint } = preview
    const after = readAfter(request)
    const from = rows.findIndex(({ id }) => id === after) + 1
    const shown = rows.slice(from, from + PAGE)
    const next = rows[from + PAGE] ? (shown.at(-1)?.id ?? null) : null
    const all = { of: rows.length, changing, overlaps, fingerprint }
    return { ...form, preview: { ...all, page: { rows: shown, next } }, refusal: null }
  })

/** Plans the price change of the address, as its preview showed it. */
export async function action(args: Route.ActionArgs) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const { selection, read } = readChangeAddress(args.request, shop.now())
  const here = listPath(args.request, '/admin/price-changes/new')
  if (!read?.ok) return redirectWith(args.context, here, badToast('bad-form'))
  const done = await tryAct(shop, 'unexpected', () =>
    planChange(shop, actor, selection, read.edit, readText(form, 'fingerprint', 100)),
  )
  return done.ok
    ? redirectWith(
        args.context,
        `/admin/price-changes/${done.id}`,
        goodToast('prices-planned', { count: done.count }),
      )
    : redirectWith(args.context, here, badToast(done))
}

export default function NewChange({
  loaderData: { fields, values, errors, count, preview, refusal },
}: Route.ComponentProps) {
  const most = formatAmount(MOST_PRICED)
  const { key } = useLocation()
  const [typedIn, setTypedIn] = useState<string | null>(null)
  return (
    <>
      <PageHead
        title="Change Prices"
        count={
          count > MOST_PRICED
            ? `more than ${most} products`
            : `${formatAmount(count)} ${count === 1 ? 'product' : 'products'}`
        }
        back={{ to: '/admin/products', label: 'All Products' }}
      />
      {count === 0 ? (
        <Empty title="No product chosen" hint="Tick some under Products, or narrow that list." />
      ) : (
        <ChangeForm
          selection={fields}
          values={values}
          errors={errors}
          onType={() => setTypedIn(key)}
        />
      )}
      {refusal ? <RefusedBox refusal={refusal} className="mt-4" /> : null}
      {preview ? (
        <>
          <PlanForm {...preview} isStale={typedIn === key} />
          <PagedRows page={preview.page} error="" empty="No product chosen">
            {(rows) => <PreviewTable rows={rows} />}
          </PagedRows>
        </>
      ) : null}
    </>
  )
}

import { settings } from '../../../rules/settings/settings.ts'
import { Empty } from '../../../ui/admin/list/empty.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { LabelForm } from '../../../ui/admin/stock/label-form.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-twice.ts'
import type { Route } from './+types/labels'
import { readLabels } from './label-query.ts'

export const meta = () => [{ title: `Labels | ${settings().name}` }]

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readTwice(() => readLabels(context.get(shopContext), request))

export default function Labels({ loaderData: { rows, counts, source } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Labels" back={{ to: '/admin/stock', label: 'Stock' }} />
      {rows.length > 0 ? (
        <LabelForm key={source.join()} rows={rows} counts={counts} source={source} />
      ) : (
        <Empty title="No product chosen" hint="Open a product in Stock, and press Labels there." />
      )}
    </>
  )
}

import { settings } from '../../../rules/settings/settings.ts'
import { Empty } from '../../../ui/admin/list/empty.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { LabelForm } from '../../../ui/admin/stock/label-form.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/labels'
import { readLabels, readWay } from './label-query.ts'

export const meta = () => [{ title: `Labels | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const labels = await readTwice(() => readLabels(context.get(shopContext), request))
  return { ...labels, way: readWay(request) }
}

export default function Labels({
  loaderData: { rows, counts, source, back, way },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Labels" back={back} />
      {rows.length > 0 ? (
        <LabelForm key={source.join()} rows={rows} counts={counts} source={source} way={way} />
      ) : (
        <Empty title="No product chosen" hint="Open a product in Stock, and press Labels there." />
      )}
    </>
  )
}

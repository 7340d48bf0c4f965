import { settings } from '../../../rules/settings/settings.ts'
import { LABEL_PAPERS } from '../../../rules/stock/labels.ts'
import { PaperPage } from '../../../ui/admin/paper-page.tsx'
import { LabelSheet } from '../../../ui/admin/stock/label-sheet.tsx'
import { shopContext } from '../../../web/context.ts'
import { readFilter } from '../../../web/lists/list-query.ts'
import { readTwice } from '../../../web/read-twice.ts'
import type { Route } from './+types/labels-paper'
import { readLabels } from './label-query.ts'

export const meta = () => [
  { title: `Labels | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { rows, counts } = await readTwice(() => readLabels(context.get(shopContext), request))
  return { rows, counts, paper: readFilter(request, 'paper', LABEL_PAPERS) ?? 'a4' }
}

export default function LabelsPaper({ loaderData }: Route.ComponentProps) {
  return (
    <PaperPage width="max-w-[230mm]">
      <h1 className="sr-only">Labels</h1>
      {loaderData.counts.some((count) => count > 0) ? (
        <LabelSheet {...loaderData} />
      ) : (
        <p>No label was asked for. Close this tab, and say how many of each.</p>
      )}
    </PaperPage>
  )
}

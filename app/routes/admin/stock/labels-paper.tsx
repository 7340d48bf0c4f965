import { redirect } from 'react-router'
import { settings } from '../../../rules/settings/settings.ts'
import { addressOfLabels, MOST_LABEL_VARIANTS } from '../../../rules/till/label-counts.ts'
import { PaperPage } from '../../../ui/admin/paper-page.tsx'
import { LabelSheet } from '../../../ui/admin/stock/label-sheet.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/labels-paper'
import { readLabels, readWay } from './label-query.ts'

export const meta = () => [
  { title: `Labels | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { rows, counts } = await readTwice(() => readLabels(context.get(shopContext), request))
  const way = readWay(request)
  if (way !== 'till') return { rows, counts, paper: way, isTooMany: false }
  const asked = new Map(
    rows.flatMap(({ id }, at) => (counts[at] ? [[id, counts[at]] as const] : [])),
  )
  if (asked.size > 0 && asked.size <= MOST_LABEL_VARIANTS) throw redirect(addressOfLabels(asked))
  return { rows: [], counts: [], paper: 'a4' as const, isTooMany: asked.size > 0 }
}

export default function LabelsPaper({ loaderData }: Route.ComponentProps) {
  return (
    <PaperPage width="max-w-[230mm]">
      <h1 className="sr-only">Labels</h1>
      {loaderData.counts.some((count) => count > 0) ? (
        <LabelSheet {...loaderData} />
      ) : loaderData.isTooMany ? (
        <p>
          A till takes labels of {MOST_LABEL_VARIANTS} sizes at once. Close this tab, and say 0 of
          some for now.
        </p>
      ) : (
        <p>No labels were chosen. Close this tab, and enter how many of each.</p>
      )}
    </PaperPage>
  )
}

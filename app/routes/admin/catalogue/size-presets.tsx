import { listCategoryChoices } from '../../../modules/catalogue/edit/find-admin-product.ts'
import { findPreset, listPresets } from '../../../modules/catalogue/edit/size-presets.ts'
import { presetValues } from '../../../rules/catalogue/size-presets.ts'
import { PresetDialog, PresetTable } from '../../../ui/admin/catalogue/size-presets.tsx'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListRows } from '../../../ui/admin/list/rows.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/size-presets'
import { actOnPresets } from './size-presets-action.ts'

export const meta = () => unlisted('Size presets')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [presets, categories, entry] = await Promise.all([
    readPart(shop, 'presets of sizes', () => listPresets(shop.db)),
    listCategoryChoices(shop.db),
    readEntry(shop, request, 'preset', (id) => findPreset(shop.db, id)),
  ])
  return { presets, categories, ...entry }
}

export const action = (args: Route.ActionArgs) => actOnPresets(args)

export default function SizePresets({ loaderData, actionData }: Route.ComponentProps) {
  const { presets, categories, edited, isGone, isNew } = loaderData
  return (
    <>
      <EntriesHead title="Size presets" add="Add preset" />
      <EntryWindow edited={edited} isNew={isNew} answer={actionData}>
        {(entry) => (
          <PresetDialog {...entry} values={presetValues(edited)} categories={categories} />
        )}
      </EntryWindow>
      {isGone ? <Gone /> : null}
      <ListRows
        rows={presets}
        error="Error loading presets."
        empty="No presets yet"
        hint="Sizes that belong together, like Shoes EU 36-42: the form of a product takes them in one press."
      >
        {(rows) => <PresetTable rows={rows} />}
      </ListRows>
    </>
  )
}

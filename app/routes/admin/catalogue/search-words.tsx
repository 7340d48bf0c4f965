import { findSynonym, listSynonyms } from '../../../modules/catalogue/edit/synonyms.ts'
import { listMissedSearches } from '../../../modules/catalogue/missed-searches.ts'
import { readFilterText } from '../../../rules/catalogue/product-filters.ts'
import { synonymValues } from '../../../rules/catalogue/synonym-form.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { MissedSearches } from '../../../ui/admin/catalogue/missed-searches.tsx'
import { SynonymDialog } from '../../../ui/admin/catalogue/synonym-dialog.tsx'
import { SynonymTable } from '../../../ui/admin/catalogue/synonym-table.tsx'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListRows } from '../../../ui/admin/list/rows.tsx'
import { shopContext } from '../../../web/context.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/search-words'
import { actOnSearchWords } from './search-words-action.ts'

export const meta = () => [{ title: `Search Words | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [synonyms, missed, entry] = await Promise.all([
    readPart(shop, 'search words', () => listSynonyms(shop)),
    readPart(shop, 'missed searches', () => listMissedSearches(shop)),
    readEntry(shop, request, 'search words', (id) => findSynonym(shop, id)),
  ])
  /** `?new=<words>`: a search that found nothing. */
  const missing = readFilterText(new URL(request.url).searchParams.get('new'))
  return { synonyms, missed, missing, ...entry }
}

export const action = (args: Route.ActionArgs) => actOnSearchWords(args)

export default function SearchWords({ loaderData, actionData }: Route.ComponentProps) {
  const { synonyms, missed, missing, edited, isGone, isNew } = loaderData
  return (
    <>
      <EntriesHead title="Search Words" add="Add Words" />
      <EntryWindow key={missing} edited={edited} isNew={isNew} answer={actionData}>
        {(entry) => <SynonymDialog {...entry} values={synonymValues(edited, missing)} />}
      </EntryWindow>
      {isGone ? <Gone /> : null}
      <section className="mb-8">
        <h2 className="mb-1 text-xl">Searched without result</h2>
        <p className="mb-3 text-quiet">
          What customers looked for in the last 30 days and the shop did not find. Add the words
          that your products have for it.
        </p>
        <ListRows
          rows={missed}
          error="Error loading searches."
          empty="Every search found something."
        >
          {(rows) => <MissedSearches rows={rows} />}
        </ListRows>
      </section>
      <section>
        <h2 className="mb-1 text-xl">Words that mean the same</h2>
        <p className="mb-3 text-quiet">
          Who searches for one of a group finds the products of all of it.
        </p>
        <ListRows
          rows={synonyms}
          error="Error loading search words."
          empty="No search words found."
        >
          {(rows) => <SynonymTable rows={rows} />}
        </ListRows>
      </section>
    </>
  )
}

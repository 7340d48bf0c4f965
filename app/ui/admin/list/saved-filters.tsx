import { Bookmark } from 'lucide-react'
import { Form, useLocation, useNavigation, useRouteLoaderData, useSearchParams } from 'react-router'
import {
  FILTER_LONGEST,
  type FilterEdit,
  listAt,
  readFilterQuery,
} from '../../../rules/accounts/saved-filters.ts'
import { FILTER_LABELS } from '../../../rules/messages/accounts/saved-filters.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'

export const SAVED_FILTERS = '/admin/saved-filters'
const CHIP =
  'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-edge bg-sheet px-4 py-1 font-semibold wrap-anywhere hover:bg-sand aria-[current]:border-lake aria-[current]:bg-lake aria-[current]:text-white'

type Around = { filters?: readonly (FilterEdit & { id: string; query: string })[] }

/** The saved filters of a list as links, and a real form that saves the current one. */
export function SavedFilters({ names }: { names: readonly string[] }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const filters = useRouteLoaderData<Around>('routes/admin/layout')?.filters ?? []
  const asked = new URLSearchParams([...params].filter(([name]) => names.includes(name)))
  const now = readFilterQuery(String(asked))
  const isSaved = filters.some(({ query }) => isSame(query, now))
  const canSave = now !== null && !isSaved
  if (!listAt(pathname) || (filters.length === 0 && !canSave)) return null
  return (
    <div className="on-screen mb-3 flex flex-wrap items-start gap-2">
      {filters.length > 0 ? (
        <nav aria-label="Saved filters" className="contents">
          {filters.map(({ id, name, query }) => (
            <Link
              key={id}
              to={`${pathname}?${query}`}
              aria-current={isSame(query, now) ? 'true' : undefined}
              preventScrollReset
              className={CHIP}
            >
              {name}
            </Link>
          ))}
          <Link
            to={SAVED_FILTERS}
            className="inline-flex min-h-11 items-center px-2 text-lake underline-offset-4 hover:underline"
          >
            Edit<span className="sr-only"> saved filters</span>
          </Link>
        </nav>
      ) : null}
      {canSave ? <SaveFilter key={filters.length} path={pathname} query={now} /> : null}
    </div>
  )
}

/** The order of parameters in an address does not matter. */
const isSame = (query: string, now: string | null) => now !== null && sorted(query) === sorted(now)
const sorted = (query: string) => {
  const params = new URLSearchParams(query)
  params.sort()
  return String(params)
}

function SaveFilter({ path, query }: { path: string; query: string }) {
  const isSaving = useNavigation().formAction === SAVED_FILTERS
  return (
    <details className="max-w-full open:basis-full">
      <summary className={`${CHIP} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
        <Bookmark aria-hidden size={18} /> Save this filter
      </summary>
      <Form
        method="post"
        action={SAVED_FILTERS}
        preventScrollReset
        className="mt-2 flex max-w-md flex-wrap items-end gap-2"
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="query" value={query} />
        <RequestField action={SAVED_FILTERS} />
        <div className="min-w-48 flex-1">
          <TextField
            name="name"
            label={FILTER_LABELS.name}
            maxLength={FILTER_LONGEST.name}
            required
            autoComplete="off"
          />
        </div>
        <Button tone="lake" aria-busy={isSaving} disabled={isSaving}>
          Save
        </Button>
      </Form>
    </details>
  )
}

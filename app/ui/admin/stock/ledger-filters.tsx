import { Download } from 'lucide-react'
import { Form, useLocation, useSearchParams, useSubmit } from 'react-router'
import { KIND_WORDS } from '../../../rules/messages/stock/words.ts'
import { MOVEMENT_KINDS } from '../../../rules/stock/stock.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Button } from '../../kit/button.tsx'
import { Options } from '../../kit/field.tsx'
import { stateFilter } from '../list/list-tools.tsx'

export type Variant = { id: string; size: string | null; color: string | null; isRetired: boolean }

const BOX = 'min-h-11 rounded-card border border-edge bg-sheet px-3'

export function LedgerFilters({ variants }: { variants: readonly Variant[] }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const submit = useSubmit()
  const selects = [
    variants.length > 1 && {
      name: 'variant',
      label: 'Variant',
      options: variants.map(
        (one) =>
          [one.id, `${variantName(one) || 'Plain'}${one.isRetired ? ' (retired)' : ''}`] as const,
      ),
    },
    stateFilter('kind', 'Kind', MOVEMENT_KINDS, KIND_WORDS),
  ].filter((select) => select !== false)
  return (
    <Form method="get" preventScrollReset className="mb-3 flex flex-wrap gap-2">
      {selects.map(({ name, label, options }) => (
        <label key={name} className="max-w-full min-w-36">
          <span className="sr-only">{label}</span>
          <select
            name={name}
            key={params.get(name)}
            defaultValue={params.get(name) ?? ''}
            onChange={({ currentTarget: { form } }) =>
              void submit(form, { replace: true, preventScrollReset: true })
            }
            className={`${BOX} w-full`}
          >
            <option value="">{label}: all</option>
            <Options of={options} />
          </select>
        </label>
      ))}
      <Button className="[@media(scripting:enabled)]:sr-only [@media(scripting:enabled)]:focus:not-sr-only">
        Show
      </Button>
      <a
        href={`${pathname}/ledger.csv?${params}`}
        download
        className={`${BOX} inline-flex items-center gap-2 font-semibold hover:bg-sand`}
      >
        <Download aria-hidden size={18} /> CSV
      </a>
    </Form>
  )
}

import { Download, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { Options } from '../../kit/field.tsx'
import { CameraButton } from '../form/camera-button.tsx'
import { FiltersBox } from './filters-box.tsx'
import { KeysButton, useListKeys } from './keys/list-keys.tsx'
import { Narrowed, PrintLink } from './on-paper.tsx'
import { SavedFilters } from './saved-filters.tsx'

const PAUSE_MS = 250
const BOX = 'min-h-11 rounded-card border border-edge bg-sheet px-3'

/** Keeps the address's other parameters when a search or a filter changes, except for the page and printing. */
function OtherFilters({ without }: { without: readonly string[] }) {
  const [params] = useSearchParams()
  return [...params]
    .filter(([name]) => !['after', 'print'].includes(name) && !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/**
 * A field that follows the address. It is not rendered again with it, so that somebody who types keeps the cursor and
 * the text.
 */
function useAsked(asked: string) {
  const box = useRef<HTMLInputElement>(null)
  const last = useRef(asked)
  useEffect(() => {
    // Not at the first render, because the field may hold what was typed before the scripts came.
    if (last.current === asked) return
    last.current = asked
    if (box.current && box.current !== document.activeElement) box.current.value = asked
  }, [asked])
  return box
}

/** A filter by the states of an entity, each with its word. */
export const stateFilter = <S extends string>(
  name: string,
  label: string,
  states: readonly S[],
  words: Readonly<Record<S, string>>,
) => ({ name, label, options: states.map((state) => [state, words[state]] as const) })

/** A date that narrows a list. */
function DayField({
  name,
  label,
  onPick,
}: {
  name: string
  label: string
  onPick: (form: HTMLFormElement | null) => void
}) {
  const [params] = useSearchParams()
  const asked = params.get(name) ?? ''
  const box = useAsked(asked)
  return (
    <label className="min-w-36 text-sm max-md:flex-1">
      <span className="block text-quiet">{label}</span>
      <input
        ref={box}
        type="date"
        name={name}
        defaultValue={asked}
        onChange={({ currentTarget: { form, value } }) => {
          // While a year is typed it is 0002, 0020, 0202.
          if (value === '' || value > '2000') onPick(form)
        }}
        className={`${BOX} w-full text-base`}
      />
    </label>
  )
}

/**
 * How many filters and days are shown above a list on a phone; more are folded, so that the list begins within view.
 */
const MOST_UNFOLDED = 2
// With them the file and the print: on a phone the list begins below one row.
const FOLDED = 'contents max-md:hidden max-md:peer-checked/filters:contents'

/**
 * The search of a list, which answers while somebody types, its filters, which are in the address, and its file for
 * spreadsheets. A real form, which works without scripts. `/` focuses the search field.
 */
export function ListTools({
  label,
  filters = [],
  days = [],
  csv,
  narrowed,
  enter,
  isScanned = false,
  children,
}: {
  /**
   * The label of the search: `Search by name, SKU or barcode`. Without it the list has only filters; without filters
   * too, it is narrowed only by its `children`.
   */
  label?: string
  filters?: readonly {
    name: string
    label: string
    /** The text of the empty choice, if not `Status: all`. */
    all?: string
    options: readonly (readonly [value: string, label: string])[]
  }[]
  /** Days that narrow the list; in the address as `2026-11-20`. */
  days?: readonly { name: string; label: string }[]
  /** The path of the CSV file, which is requested with the address's search, filters and sort. */
  csv?: string
  /** For a list that can be printed whole: what else narrows it, as the parameter's name and as words for the paper. */
  narrowed?: readonly (readonly [name: string, words: string | null])[]
  /** A parameter that is sent when Enter ends the search, as a scanner does; typing alone does not send it. */
  enter?: { name: string; value: string }
  /** The rows have barcodes: the camera can scan them. */
  isScanned?: boolean
  children?: ReactNode
}) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const navigation = useNavigation()
  const isSearching = navigation.state === 'loading'
  const box = useAsked(params.get('search') ?? '')
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const own = [...(label ? ['search'] : []), ...[...filters, ...days].map(({ name }) => name)]
  const kept = [...own, 'sort', ...(narrowed ?? []).map(([name]) => name)]
  const keys = useListKeys(box)
  const isWide = label && own.length > 2
  const narrowing = [...filters, ...days].filter(({ name }) => name !== 'sort' && params.get(name))
  const folds = filters.length + days.length > MOST_UNFOLDED
  const onPhone = folds || isScanned ? 'max-sm:min-w-24' : '@max-2xl:min-w-[min(10rem,100%)]'
  const room = `${isScanned ? 'min-w-36' : 'min-w-[min(14rem,100%)]'} ${onPhone}`
  const asked = new URLSearchParams(params)
  asked.delete('after')
  const [first, last] = days.map(({ name, label: words }) => ({ words, day: params.get(name) }))
  const isTurned = first?.day && last?.day && first.day > last.day
  const look = `${BOX} inline-flex items-center gap-2 font-semibold hover:bg-sand ${isWide ? '' : 'md:order-last'}`
  const file = (
    <>
      {csv ? (
        <a href={`${csv}?${asked}`} download className={look}>
          <Download aria-hidden size={18} />{' '}
          <span className="max-md:sr-only @max-2xl:sr-only">CSV</span>
        </a>
      ) : null}
      {narrowed ? <PrintLink names={kept} className={look} /> : null}
      <KeysButton onPress={keys.open} className={look} />
    </>
  )
  const search = label && params.get('search')
  const onPaper = [
    search && `Search: “${search}”`,
    ...filters.map(({ name, label: what, options }) => {
      const words = options.find(([value]) => value === params.get(name))?.[1]
      return words && `${what}: ${words}`
    }),
    ...days.map(({ name, label: what }) => params.has(name) && `${what} ${params.get(name)}`),
    ...(narrowed ?? []).map(([, words]) => words),
  ]

  const send = (form: HTMLFormElement | null, wait: number) => {
    clearTimeout(pause.current)
    // Replaces the history's entry, so that one step back leaves the list instead of undoing the search character
    // by character.
    pause.current = setTimeout(
      () => form?.isConnected && void submit(form, { replace: true, preventScrollReset: true }),
      wait,
    )
  }
  // Like Enter, which ends a scanner's code.
  const scan = (code: string) => {
    const fields = new FormData(box.current?.form ?? undefined)
    fields.set('search', code)
    if (enter) fields.set(enter.name, enter.value)
    void submit(fields, { preventScrollReset: true })
  }
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    // Scripts come late: searches for what was typed before them.
    const typed = box.current
    if (typed && typed.value !== typed.defaultValue && typed.value.trim() !== '')
      typed.form?.requestSubmit()
  }, [box])
  useEffect(() => {
    // Somebody has followed a link before the search was sent, so it must not bring them back.
    if (navigation.state === 'loading' && !navigation.formData) clearTimeout(pause.current)
  }, [navigation])

  const ends = (
    <>
      <SavedFilters names={kept} />
      {keys.dialog}
    </>
  )
  if (own.length === 0)
    return (
      <>
        <Narrowed to={onPaper} />
        <div className="on-screen mb-3 flex items-start gap-2">
          <div className="-mb-3 min-w-0 flex-1">{children}</div>
          {file}
        </div>
        {ends}
      </>
    )
  return (
    <>
      <Narrowed to={onPaper} />
      <div className="on-screen @container mb-3 flex flex-wrap items-end gap-2">
        <search className="min-w-0 grow">
          <Form
            method="get"
            // The search of the last typed character must not overtake Enter.
            onSubmit={() => clearTimeout(pause.current)}
            className="flex flex-wrap items-end gap-2"
          >
            <OtherFilters without={own} />
            {label ? (
              <label className={`relative flex-1 ${room}`}>
                <span className="sr-only">{label}</span>
                <Search
                  aria-hidden
                  size={18}
                  className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
                />
                <input
                  ref={box}
                  type="search"
                  name="search"
                  defaultValue={asked.get('search') ?? ''}
                  placeholder={label.replace(/^Search by ./, (start) =>
                    start.slice(-1).toUpperCase(),
                  )}
                  maxLength={100}
                  autoComplete="off"
                  aria-busy={isSearching}
                  onChange={({ currentTarget: { form } }) => send(form, PAUSE_MS)}
                  className={`${BOX} w-full pl-10 text-ellipsis`}
                />
              </label>
            ) : null}
            {isScanned ? <CameraButton onCode={scan} /> : null}
            {folds ? (
              <FiltersBox
                key={String(isTurned)}
                count={narrowing.length}
                isOpen={Boolean(isTurned)}
              />
            ) : null}
            {label || folds ? <div className={folds ? FOLDED : 'contents'}>{file}</div> : null}
            {filters.length + days.length > 0 ? (
              <div
                className={`flex flex-wrap items-end gap-2 ${isWide ? 'w-full' : 'max-md:w-full'} ${folds ? 'max-md:hidden max-md:peer-checked/filters:flex' : ''}`}
              >
                {filters.map((filter) => (
                  <label key={filter.name} className="min-w-36 max-md:flex-1 md:max-w-52">
                    <span className="sr-only">{filter.label}</span>
                    <select
                      name={filter.name}
                      key={params.get(filter.name)}
                      defaultValue={params.get(filter.name) ?? ''}
                      onChange={({ currentTarget: { form } }) => send(form, 0)}
                      className={`${BOX} w-full`}
                    >
                      <option value="">{filter.all ?? `${filter.label}: all`}</option>
                      <Options of={filter.options} />
                    </select>
                  </label>
                ))}
                {days.map((day) => (
                  <DayField key={day.name} {...day} onPick={(form) => send(form, PAUSE_MS)} />
                ))}
                {label || folds ? null : file}
                {isTurned ? (
                  <p role="alert" className="w-full text-sm font-semibold text-alarm">
                    {first.words} is later than {last.words}: no day lies between them.
                  </p>
                ) : null}
              </div>
            ) : null}
            {/* Enter submits the form; the button is for phones and for browsers without scripts. */}
            <button
              type="submit"
              {...enter}
              className={`${BOX} font-semibold hover:bg-sand [@media(scripting:enabled)]:sr-only [@media(scripting:enabled)]:focus:not-sr-only`}
            >
              {label ? 'Search' : 'Show'}
            </button>
          </Form>
        </search>
        {children}
      </div>
      {ends}
    </>
  )
}

import { data } from 'react-router'
import { z } from 'zod'
import { cutText } from '../../rules/cut-text.ts'
import { LARGEST_INTEGER } from '../../rules/money.ts'
import { isUuid } from '../../rules/uuid.ts'

// The one reader of sent forms, of shoppers and staff alike (tests/floors.test.ts).

// The largest form, a delivery of many sizes, has up to 2,700. Each field is looked up among all others, so that
// a megabyte of them would hold up a web process for seconds.
const MOST_FIELDS = 10_000

/**
 * The fields of a form as it was sent; a body that is no form, or has more than 10,000 fields, is answered 400, not
 * 500.
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => null)
  if (!form || [...form.keys()].length > MOST_FIELDS) throw data(null, { status: 400 })
  return cleanForm(form)
}

/** The same fields without the null characters that no column takes. */
export function cleanForm(form: FormData): FormData {
  const clean = new FormData()
  // PostgreSQL's texts cannot hold a null character, and no person types one.
  for (const [name, value] of form)
    clean.append(name, typeof value === 'string' ? value.replaceAll('\0', '') : value)
  return clean
}

const LONGEST_TEXT = 5000
/** How much of a too long text comes back in its refused form, so that none of it is lost. */
export const LONGEST_REFUSED = 100_000
const LONGEST_EXACT = 1000

/** All fields of one name, exactly as they were sent; '' for a file. */
export const readTexts = (form: FormData, name: string) =>
  form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))

/** The files of one field; a browser without scripts sends an empty one where none was chosen. */
export const readFiles = (form: FormData, name: string) =>
  form.getAll(name).filter((file) => file instanceof File && file.size > 0) as File[]

/** A field as trimmed text, cut at `longest`; '' when it is missing. Of several with one name, the last counts. */
export const readText = (form: FormData, name: string, longest = LONGEST_TEXT) =>
  trimTo(longest, readTexts(form, name).at(-1) ?? '')
const trimTo = (longest: number, text: string) =>
  cutText(text, longest).replaceAll('\r\n', '\n').trim()

/** Several fields as trimmed texts. */
export const readValues = <F extends string>(form: FormData, names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [name, readText(form, name)])) as Record<F, string>

/** A field with its blanks, such as a password or the name that a device has given. */
export const readExact = (form: FormData, name: string) =>
  (readTexts(form, name).at(-1) ?? '').slice(0, LONGEST_EXACT)

/** The act with this name in a table; undefined for an unknown name. */
export const chooseFrom = <T extends object>(acts: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(acts, name) ? acts[name as keyof T] : undefined

/** The act that a form names by its `intent`. */
export const chooseAct = <T extends object>(acts: T, form: FormData) =>
  chooseFrom(acts, readText(form, 'intent'))

/** An id in a form or an address; null for anything else. */
export const readId = (value: string | null) => (value && isUuid(value) ? value : null)

/** What each line has in fields such as `units:<id of the line>`, in one pass. */
function readByLine(form: FormData, field: string) {
  const texts = new Map<string, string>()
  for (const [name, value] of form) {
    const lineId = name.startsWith(`${field}:`) ? readId(name.slice(field.length + 1)) : null
    if (lineId) texts.set(lineId, typeof value === 'string' ? value : '')
  }
  return texts
}

/** The units of each line, from fields such as `units:<id of the line>`; lines without units are left out. */
export const readUnits = (form: FormData, field: string) =>
  [...readByLine(form, field)].flatMap(([lineId, text]) => {
    const units = Number(trimTo(10, text) || 0)
    return units === 0 ? [] : [{ lineId, units }]
  })

/**
 * The lines of a return: the units of each, and the variant that goes out instead (`wanted:<id of the line>`). A
 * variant without a number of units means one unit.
 */
export function readReturnLines(form: FormData) {
  const requested = readByLine(form, 'wanted')
  const chosenFor = (lineId: string) => readId(trimTo(40, requested.get(lineId) ?? ''))
  const lines = readUnits(form, 'units').map((line) => ({
    ...line,
    chosen: chosenFor(line.lineId),
  }))
  const counted = new Set(lines.map(({ lineId }) => lineId))
  const uncounted = [...requested.keys()].flatMap((lineId) => {
    const chosen = counted.has(lineId) ? null : chosenFor(lineId)
    return chosen ? [{ lineId, units: 1, chosen }] : []
  })
  return [...lines, ...uncounted]
}

/** The id of the press that sent a form (ui/kit/request-field.tsx); null from a form without scripts. */
export function readRequest(form: FormData) {
  const request = readText(form, 'request')
  return /^[\w-]{1,60}$/.test(request) ? request : null
}

/** The version of the row that a form shows; each edit raises it by one. */
export const version = z.coerce.number().int().positive().max(LARGEST_INTEGER)

const subject = z.object({ id: z.uuid(), version })

/**
 * The entry that a form is about, and the version that its editor saw; null for none. The notice about a second
 * editor sends its version after the form's own.
 */
export function readSubject(form: FormData) {
  const read = subject.safeParse(readValues(form, ['id', 'version']))
  return read.success ? read.data : null
}

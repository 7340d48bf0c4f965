import { plainAmount } from '../money.ts'
import { type FormGroup, GROUP_FIELDS, type Kind } from './group-fields.ts'
import type { GroupValues } from './groups.ts'

/** The fields of a group's form, as text. */
export type GroupTexts = Record<string, string>

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const kindsOf = (group: FormGroup) => Object.entries<Kind>(GROUP_FIELDS[group])

const writeAs: Record<Kind, (value: never) => string> = {
  text: String,
  message: String,
  flag: String,
  district: String,
  paper: String,
  zone: (value: string | null) => value ?? '',
  number: (value: number | null) => String(value ?? ''),
  lines: (value: string[]) => value.join('\n'),
  pages: (value: { name: string; url: string }[]) =>
    value.map(({ name, url }) => `${name}: ${url}`).join('\n'),
  numbers: (value: number[]) => value.join(', '),
  weekdays: (value: number[]) => value.map((day) => WEEKDAYS[day]).join(', '),
}

/** A number, also with thousands separators (`300,000`); null for an empty field, and no number for `7,5`. */
export function readNumber(text: string) {
  const digits = plainAmount(text).trim()
  return digits === '' ? null : Number(digits)
}

const parts = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)

/** `sun` and `Sundays` are Sunday; any other word is -1, which every schema refuses. */
const readWeekday = (text: string) =>
  WEEKDAYS.findIndex((day) => day.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase())

/** Reads `YouTube: https://…`; any other text gives neither name nor address, which every schema refuses. */
function readPage(line: string) {
  const [, name = '', url = ''] = /^([^:]*):\s+(.*)$/.exec(line) ?? []
  return { name: name.trim(), url }
}

const readAs: Record<Kind, (text: string) => unknown> = {
  text: (text) => text.trim(),
  // Browsers send line ends as two characters.
  message: (text) => text.replace(/\r\n?/g, '\n').trim(),
  flag: (text) => text === 'true',
  district: (text) => text,
  paper: (text) => text,
  zone: (text) => text || null,
  number: readNumber,
  lines: (text) => parts(text, '\n'),
  pages: (text) => parts(text, '\n').map(readPage),
  numbers: (text) => parts(text, ',').map(Number),
  weekdays: (text) => parts(text, ',').map(readWeekday),
}

/** A group's form values. */
export const groupTexts = <G extends FormGroup>(group: G, values: GroupValues[G]): GroupTexts =>
  Object.fromEntries(
    kindsOf(group).map(([field, kind]) => {
      const value = (values as Record<string, unknown>)[field]
      return [field, writeAs[kind](value as never)]
    }),
  )

/** Whether a field is of this kind: a checkbox or a choice rather than a text. */
export const isOfKind = (kind: 'flag' | 'zone' | 'paper', group: FormGroup, field: string) =>
  kindsOf(group).some((one) => one[0] === field && one[1] === kind)

/** The group that a form describes, not validated yet. */
export const groupFrom = (group: FormGroup, texts: GroupTexts): Record<string, unknown> =>
  Object.fromEntries(
    kindsOf(group).map(([field, kind]) => {
      const text = texts[field] ?? ''
      return [field, readAs[kind](text)]
    }),
  )

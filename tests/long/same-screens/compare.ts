import { parse } from 'csv-parse/sync'
import type { StatedFacts } from './facts.ts'
import type { Screen, Screens } from './screens.ts'

/** A fact that a screen has lost; `what` describes it in a few words. */
export type Lost = { at: string; what: string }

/**
 * An intended difference: the screens, what differs, and why. Some (`isByChance`) depend on the minute of the reading.
 */
export type Difference = { at: RegExp; what: RegExp; why: string; isByChance?: true }

/**
 * How to read today's screens: how to find their facts, the former names of file columns, and how to turn pages and
 * files into their former shape.
 */
export type Reading = {
  find: (html: string) => StatedFacts
  columns: Readonly<Record<string, string>>
  shapes: readonly { at: RegExp; toFormer: (text: string) => string }[]
}

/** Everything that the former screens state and the new ones do not. */
export function compareScreens(before: Screens, after: Screens, reading: Reading): Lost[] {
  return Object.entries(before).flatMap(([at, was]) => {
    const is = after[at]
    const shape = reading.shapes.find((one) => one.at.test(at))
    const former = is && shape ? { ...is, body: shape.toFormer(is.body) } : is
    const lost = former ? compareScreen(was, former, reading) : ['the screen']
    return lost.map((what) => ({ at, what }))
  })
}

/** The losses that no difference explains, and the differences that explain nothing. */
export function explain(lost: readonly Lost[], differences: readonly Difference[]) {
  const used = new Set<Difference>()
  const unexplained = lost.filter(({ at, what }) => {
    const found = differences.filter((one) => one.at.test(at) && one.what.test(what))
    for (const one of found) used.add(one)
    return found.length === 0
  })
  return { unexplained, unused: differences.filter((one) => !one.isByChance && !used.has(one)) }
}

function compareScreen(was: Screen, is: Screen, { find, columns }: Reading): string[] {
  if (was.status !== is.status) return [`status ${was.status} → ${is.status}`]
  if (was.type.includes('json')) return compareJson(JSON.parse(was.body), JSON.parse(is.body), '')
  if (was.type.includes('csv')) return compareFiles(was.body, is.body, columns)
  return comparePages(find(was.body), find(is.body))
}

function comparePages(was: StatedFacts, is: StatedFacts): string[] {
  const missing = [...was.all].filter((fact) => !is.all.has(fact))
  const rows = was.rows.flatMap((row) => {
    // A fact that is missing altogether is reported once.
    const expected = [...row].filter((fact) => is.all.has(fact))
    const own = is.rows.filter((one) => one.has(expected[0] ?? ''))
    const lacks = (own.length > 0 ? own : is.rows).map((one) =>
      expected.filter((fact) => !one.has(fact)),
    )
    const least = lacks.toSorted((a, b) => a.length - b.length)[0] ?? expected
    return least.length === 0 ? [] : [`row ${[...row].join(' | ')}: lacks ${least.join(' | ')}`]
  })
  return [...missing.map((fact) => `fact ${fact}`), ...new Set(rows)]
}

type Row = Record<string, string>
export const readFile = (text: string) =>
  parse(text.replace(/^\uFEFF/, ''), { columns: true, relax_column_count: true }) as Row[]

/** Every former row is there, with each of its columns. */
function compareFiles(was: string, is: string, renamed: Reading['columns']): string[] {
  const old = readFile(was)
  const columns = Object.keys(old[0] ?? {})
  const today = readFile(is).map((row) => {
    const former = columns.filter((column) => !Object.hasOwn(row, column))
    return { ...row, ...Object.fromEntries(former.map((name) => [name, row[renamed[name] ?? '']])) }
  }) as Row[]
  const kept = columns.filter((column) => today[0]?.[column] !== undefined)
  const left = new Set(today)
  // An empty cell stated nothing.
  const differing = (row: Row, one: Row) =>
    kept.filter((column) => row[column] !== '' && one[column] !== row[column])
  const lost = old.filter((row) => {
    const found = [...left].find((one) => differing(row, one).length === 0)
    if (found) left.delete(found)
    return !found
  })
  return [
    ...columns.filter((column) => !kept.includes(column)).map((column) => `column ${column}`),
    ...lost.map((row) => {
      const nearest =
        today.toSorted((a, b) => differing(row, a).length - differing(row, b).length)[0] ?? {}
      const cells = differing(row, nearest).map(
        (name) => `${name}: ${row[name]} → ${nearest[name]}`,
      )
      return `row ${row[columns[0] ?? '']}: ${cells.join('; ')}`
    }),
  ]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every former value is there, by its path; lists in their order, without added entries. */
function compareJson(was: unknown, is: unknown, path: string): string[] {
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length !== is.length) return [`${path} length ${was.length} → ${is.length}`]
    return [...new Set(was.flatMap((one, n) => compareJson(one, is[n], `${path}[]`)))]
  }
  if (isObject(was) && isObject(is))
    return Object.entries(was).flatMap(([name, value]) =>
      Object.hasOwn(is, name)
        ? compareJson(value, is[name], `${path}.${name}`)
        : [`${path}.${name} is gone`],
    )
  return JSON.stringify(was) === JSON.stringify(is)
    ? []
    : [`${path}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`]
}

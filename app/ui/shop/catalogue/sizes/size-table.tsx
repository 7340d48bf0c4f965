import { formatMeasure } from '../../../../rules/catalogue/size-guide.ts'
import type { SizeTable, Unit } from '../../../../rules/catalogue/size-tables.ts'

/** A table of sizes; its first column names them. */
export function Table({
  caption,
  label = caption,
  isTitled = false,
  head,
  rows,
  marked,
}: {
  caption: string
  /** Set when another table has the same caption. */
  label?: string
  /** A heading above the table says its caption already. */
  isTitled?: boolean
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Highlights the row of this size; `why` is read to screen readers. */
  marked?: { size: string | undefined; why: string } | undefined
}) {
  return (
    // With doubled text the table is wider than a phone: it scrolls in its own box (browsers make that reachable
    // by keyboard).
    <section aria-label={label} className="overflow-x-auto">
      <table>
        <caption className={isTitled ? 'sr-only' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([size, ...rest]) => (
            <tr key={size} className={size === marked?.size ? 'bg-lake-wash' : undefined}>
              <th scope="row">
                {size}
                {size === marked?.size ? <span className="sr-only">, {marked?.why}</span> : null}
              </th>
              {rest.map((value, n) => (
                <td key={n}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * The columns and cells of a table, its lengths in one unit or in both. The unit is added to a column's name when the
 * table has columns that are not lengths.
 */
export function cellsOf(table: SizeTable, units: readonly Unit[]) {
  const { head, marks = [], measures, unit, rows } = table
  const [first] = units
  const both = units.length > 1
  return {
    head: [
      head,
      ...marks,
      ...measures.map((name) => (marks.length > 0 && !both ? `${name}, ${first}` : name)),
    ],
    rows: rows.map((row) => [
      row.size,
      ...(row.marks ?? []),
      ...row.lengths.map((length) => {
        const [one = '', other] = units.map((to) => formatMeasure(length, unit, to))
        return other ? `${one} (${other})` : one
      }),
    ]),
  }
}

import { formatMeasure } from '../../../../rules/catalogue/size-guide.ts'
import type { SizeTable, Unit } from '../../../../rules/catalogue/size-tables.ts'

/** Rows of sizes; the first column names them. */
export function Table({
  caption,
  label = caption,
  head,
  rows,
  marked,
}: {
  caption: string
  /** Where the caption alone does not tell it from another table. */
  label?: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The row of this size stands out, and says why. */
  marked?: { size: string | undefined; why: string } | undefined
}) {
  return (
    // Wider than a phone when its text is doubled: it scrolls by itself (browsers let the keyboard do that).
    <section aria-label={label} className="overflow-x-auto">
      <table>
        <caption>{caption}</caption>
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

/** A table's columns and cells, its lengths in one unit or in both; the unit stands by its name among other marks. */
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

import { formatKwacha } from '../../../rules/money.ts'
import { type LabelPaper, type LabelRow, labelBars } from '../../../rules/stock/labels.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Bars } from '../../till/printing/barcode.tsx'

/** One label of 38 x 25 mm. The bars keep their quiet zones whatever margin a printer leaves white. */
export function Label({ row }: { row: LabelRow }) {
  const bars = labelBars(row.code)
  return (
    <li className="label-card flex flex-col justify-between overflow-hidden bg-white p-[1mm] text-black">
      <p className="truncate text-[8pt] leading-[1.1] font-bold">{row.product}</p>
      <p className="flex justify-between gap-[1mm] text-[7.5pt] leading-[1.2]">
        <span className="min-w-0 truncate">{variantName(row)}</span>
        <strong className="shrink-0">{formatKwacha(row.price)}</strong>
      </p>
      {bars ? (
        <div className="px-[2.5mm]">
          <Bars bars={bars} height="9.5mm" />
        </div>
      ) : null}
      <p className="truncate text-center text-[7pt] leading-none tabular-nums">{row.code}</p>
    </li>
  )
}

/** Labels to print, each as often as `counts` says: on A4 sheets, or one after the other on a roll. */
export const LabelSheet = ({
  rows,
  counts,
  paper,
}: {
  rows: readonly LabelRow[]
  counts: readonly number[]
  paper: LabelPaper
}) => (
  <ul className={`label-${paper}`}>
    {rows.flatMap((row, at) =>
      Array.from({ length: counts[at] ?? 0 }, (_, copy) => (
        <Label key={`${row.id} ${copy}`} row={row} />
      )),
    )}
  </ul>
)

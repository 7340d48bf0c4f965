import { useId, useState } from 'react'
import {
  GUIDE_KINDS,
  type GuideKind,
  tableSize,
  tablesOf,
} from '../../../../rules/catalogue/size-guide.ts'
import type { SizeTable, Unit } from '../../../../rules/catalogue/size-tables.ts'
import { GUIDE_NAMES, TABLE_NAMES } from '../../../../rules/messages/catalogue/sizes.ts'
import { Sheet } from '../../sheet.tsx'
import { HowToMeasure } from './how-to-measure.tsx'
import { useSizePreferences } from './size-preferences.ts'
import { cellsOf, Table } from './size-table.tsx'

const CHIP =
  'min-h-11 min-w-11 rounded-card border border-edge bg-sheet px-3 font-semibold hover:bg-sand aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper'
const UNITS: Record<Unit, string> = { cm: 'cm', in: 'inches' }

/** The size tables for a product's kind, in a sheet over its page; other kinds can be chosen. */
export function SizeSheet({
  kind,
  isLegwear,
  sizes,
  onClosed,
}: {
  kind: GuideKind | null
  isLegwear: boolean
  /** The sizes that the product comes in. */
  sizes: readonly string[]
  onClosed: () => void
}) {
  const [shown, setShown] = useState<GuideKind>(kind ?? 'women')
  const { unit, setUnit } = useSizePreferences()
  return (
    <Sheet title="Size guide" onClosed={onClosed}>
      <Choices
        label="Sizes of"
        values={GUIDE_KINDS}
        names={GUIDE_NAMES}
        chosen={shown}
        onChoose={setShown}
      />
      <Choices
        label="Measured in"
        values={['cm', 'in'] as const}
        names={UNITS}
        chosen={unit}
        onChoose={setUnit}
      />
      <div className="reading [&_td]:whitespace-nowrap">
        {tablesOf(shown, shown === kind ? sizes : [], isLegwear).map((table) => (
          <OneTable key={table.id} table={table} unit={unit} />
        ))}
        <h3>How to measure</h3>
        <HowToMeasure ofFeet={shown === 'shoes' || shown === 'children-shoes'} />
      </div>
    </Sheet>
  )
}

function OneTable({ table, unit }: { table: SizeTable; unit: Unit }) {
  const id = useId()
  const { usual, setUsual } = useSizePreferences()
  const mine = usual[table.id]
  return (
    <>
      <h3>{TABLE_NAMES[table.id]}</h3>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id}>What do you usually wear?</label>
        <select
          id={id}
          value={mine ?? ''}
          onChange={(event) => setUsual(table.id, event.target.value)}
          className="min-h-11 rounded-card border border-edge bg-sheet px-3"
        >
          <option value="">Choose</option>
          {table.rows.map(({ size }) => (
            <option key={size}>{size}</option>
          ))}
        </select>
        {mine ? <span className="text-sm text-quiet">Kept on this device only.</span> : null}
      </div>
      <Table
        caption={unit === 'cm' ? 'In centimetres' : 'In inches'}
        label={TABLE_NAMES[table.id]}
        {...cellsOf(table, [unit])}
        marked={mine ? { size: tableSize(mine), why: 'your usual size' } : undefined}
      />
    </>
  )
}

const Choices = <V extends string>({
  label,
  values,
  names,
  chosen,
  onChoose,
}: {
  label: string
  values: readonly V[]
  names: Record<V, string>
  chosen: V
  onChoose: (value: V) => void
}) => (
  <fieldset aria-label={label} className="mb-3 flex flex-wrap gap-2">
    {values.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === chosen}
        className={CHIP}
        onClick={() => onChoose(one)}
      >
        {names[one]}
      </button>
    ))}
  </fieldset>
)

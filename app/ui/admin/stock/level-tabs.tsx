import { useSearchParams } from 'react-router'
import { LOW_STOCK_UNDER } from '../../../rules/stock/stock.ts'
import { ChoiceTabs } from '../list/choice-tabs.tsx'

export const LEVEL_WORDS = {
  low: `Low stock (under ${LOW_STOCK_UNDER})`,
  out: 'Out of stock',
} as const
const LEVELS = [
  [null, 'All'],
  ['low', LEVEL_WORDS.low],
  ['out', LEVEL_WORDS.out],
] as const

/** Tabs for stock that needs ordering. */
export function LevelTabs() {
  const [params] = useSearchParams()
  const now = LEVELS.find(([level]) => level === params.get('stock'))?.[0] ?? null
  return <ChoiceTabs label="Stock level" name="stock" now={now} choices={LEVELS} />
}

import type { Unit } from '../../../../rules/catalogue/size-tables.ts'
import { storeOnDevice } from '../../../kit/browser/device-storage.ts'

/** The sizes that somebody usually wears, by size table, and the unit in which they measure. */
type SizePreferences = { unit: Unit; usual: Record<string, string> }

const preferences = storeOnDevice<SizePreferences>(
  'zovala:sizes',
  { unit: 'cm', usual: {} },
  (kept) => {
    const { unit, usual } = (kept ?? {}) as Partial<SizePreferences>
    const sizes = Object.entries(usual ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return { unit: unit === 'in' ? 'in' : 'cm', usual: Object.fromEntries(sizes) }
  },
)

export function useSizePreferences() {
  return {
    ...preferences.use(),
    setUnit: (unit: Unit) => preferences.change((before) => ({ ...before, unit })),
    /** '' deletes it. */
    setUsual: (table: string, size: string) =>
      preferences.change(({ unit, usual }) => {
        const { [table]: _, ...others } = usual
        return { unit, usual: size ? { ...others, [table]: size } : others }
      }),
  }
}

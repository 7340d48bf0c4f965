import type { GuideKind } from '../../../../rules/catalogue/size-guide.ts'
import { findUsual, tablesOf } from '../../../../rules/catalogue/size-guide.ts'
import { useSizePreferences } from './size-preferences.ts'

/** The usual size of who looks at this device, as this kind of product calls it; null while it is not known. */
export function useUsualSize(kind: GuideKind | null, sizes: readonly string[], isLegwear: boolean) {
  const { usual } = useSizePreferences()
  const kinds = kind ? [kind] : (['women', 'men'] as const)
  const found = kinds
    .flatMap((one) => tablesOf(one, sizes, isLegwear))
    .flatMap((table) => {
      const mine = usual[table.id]
      return mine === undefined ? [] : [findUsual(table, mine, sizes)]
    })
  return found.find(({ isHere }) => isHere) ?? found[0] ?? null
}

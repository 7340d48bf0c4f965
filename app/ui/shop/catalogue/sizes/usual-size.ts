import type { GuideKind } from '../../../../rules/catalogue/size-guide.ts'
import { findUsual, tablesOf } from '../../../../rules/catalogue/size-guide.ts'
import { useSizePreferences } from './size-preferences.ts'

/** This device's usual size in the terms of this kind of product; null while it is not known. */
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

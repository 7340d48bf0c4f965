import type { GuideKind } from '../../../../rules/catalogue/size-guide.ts'
import { tableSize, tablesOf } from '../../../../rules/catalogue/size-guide.ts'
import { useSizeMemory } from './size-memory.ts'

/** The usual size of who looks at this device, as this kind of product calls it; null while it is not known. */
export function useUsualSize(kind: GuideKind | null, sizes: readonly string[]) {
  const { usual } = useSizeMemory()
  const kinds = kind ? [kind] : (['women', 'men'] as const)
  const known = kinds
    .flatMap((one) => tablesOf(one, sizes))
    .flatMap((table) => usual[table.id] ?? [])
  const [first] = known
  if (first === undefined) return null
  const here = sizes.find((size) => known.includes(tableSize(size)))
  return { size: here ?? first, isHere: here !== undefined }
}

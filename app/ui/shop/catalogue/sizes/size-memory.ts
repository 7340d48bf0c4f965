import type { Unit } from '../../../../rules/catalogue/size-tables.ts'
import { keepOnDevice } from '../../../../web/render/device-memory.ts'

/** What somebody usually wears, by table of sizes, and in which unit they measure. */
type SizeMemory = { unit: Unit; usual: Record<string, string> }

const memory = keepOnDevice<SizeMemory>('zovala:sizes', { unit: 'cm', usual: {} }, (kept) => {
  const { unit, usual } = (kept ?? {}) as Partial<SizeMemory>
  const sizes = Object.entries(usual ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { unit: unit === 'in' ? 'in' : 'cm', usual: Object.fromEntries(sizes) }
})

export function useSizeMemory() {
  return {
    ...memory.use(),
    setUnit: (unit: Unit) => memory.change((before) => ({ ...before, unit })),
    /** '' forgets it. */
    setUsual: (table: string, size: string) =>
      memory.change(({ unit, usual }) => {
        const { [table]: _, ...others } = usual
        return { unit, usual: size ? { ...others, [table]: size } : others }
      }),
  }
}

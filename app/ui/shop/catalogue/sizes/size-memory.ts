import { useSyncExternalStore } from 'react'
import type { Unit } from '../../../../rules/catalogue/size-tables.ts'

/** What somebody usually wears, by table of sizes, and in which unit they measure: on this device alone. */
type SizeMemory = { unit: Unit; usual: Record<string, string> }

const KEY = 'zovala:sizes'
const NOTHING: SizeMemory = { unit: 'cm', usual: {} }
const CHANGED = 'zovala:sizes-changed'

let read: { text: string | null; memory: SizeMemory } = { text: null, memory: NOTHING }

function parse(text: string | null): SizeMemory {
  try {
    const kept = JSON.parse(text ?? '') as Partial<SizeMemory> | null
    const usual = Object.entries(kept?.usual ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return { unit: kept?.unit === 'in' ? 'in' : 'cm', usual: Object.fromEntries(usual) }
  } catch {
    return NOTHING
  }
}

/** The same value for the same text: React compares it. A browser may keep nothing at all. */
function readMemory(): SizeMemory {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return read.memory
  }
  if (text !== read.text) read = { text, memory: parse(text) }
  return read.memory
}

function listen(tell: () => void) {
  // Another page of the shop, and this one.
  for (const name of ['storage', CHANGED]) window.addEventListener(name, tell)
  return () => {
    for (const name of ['storage', CHANGED]) window.removeEventListener(name, tell)
  }
}

function change(next: Partial<SizeMemory>) {
  const memory = { ...readMemory(), ...next }
  const text = JSON.stringify(memory)
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Then it is known as long as this page is open.
    read = { text: null, memory }
  }
  window.dispatchEvent(new Event(CHANGED))
}

export function useSizeMemory() {
  const memory = useSyncExternalStore(listen, readMemory, () => NOTHING)
  return {
    ...memory,
    setUnit: (unit: Unit) => change({ unit }),
    /** '' forgets it. */
    setUsual: (table: string, size: string) => {
      const { [table]: _, ...others } = readMemory().usual
      change({ usual: size ? { ...others, [table]: size } : others })
    },
  }
}

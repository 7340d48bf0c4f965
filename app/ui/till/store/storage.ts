import type { TillRefusal } from '../refusals.ts'
import { keepFact } from './db.ts'
import { now, show } from './live.ts'
import type { TillState } from './state.ts'

// Below this a day's sales may not fit: a sale takes about 2 KB, the catalogue of a large shop about 5 MB.
const LEAST_FREE = 20 * 1024 * 1024

/** Whether an error means that the disk or the browser's share of it is full. */
export const isQuota = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' ||
    /quota/i.test(error.message) ||
    isQuota((error as { inner?: unknown }).inner))

/** Tries a write, so that full or refused storage is noticed before a sale. */
export async function checkStorage() {
  const storage = await lookAtStorage()
  show({ storage })
  return storage
}

/**
 * Asks the browser to keep this storage. Nothing waits for the answer, because Firefox asks the person, who may never
 * answer. In private browsing the answer is no.
 */
export function askToKeep() {
  // Missing in older versions of Safari, and without HTTPS.
  const asked = globalThis.navigator?.storage?.persist?.()
  asked?.then(
    (isKept) => {
      if (isKept && now().storage === 'may-be-evicted') show({ storage: 'kept' })
    },
    () => {},
  )
}

async function lookAtStorage(): Promise<TillState['storage']> {
  try {
    await keepFact('probe', new Date().toISOString())
  } catch (error) {
    return isQuota(error) ? 'full' : 'refused'
  }
  const manager = globalThis.navigator?.storage
  if (!manager?.estimate) return 'may-be-evicted'
  try {
    const { quota, usage } = await manager.estimate()
    if (quota !== undefined && quota - (usage ?? 0) < LEAST_FREE) return 'full'
    return (await manager.persisted()) ? 'kept' : 'may-be-evicted'
  } catch {
    return 'may-be-evicted'
  }
}

/** Why this device can store nothing now, or null. */
export function storageRefusal(): TillRefusal | null {
  const { storage } = now()
  if (storage === 'full') return { ok: false, reason: 'till-storage-full' }
  if (storage === 'refused') return { ok: false, reason: 'till-storage-refused' }
  return null
}

/** The same after another look: storage that was full may have been cleared meanwhile. */
export async function findStorageRefusal(): Promise<TillRefusal | null> {
  if (storageRefusal()) await checkStorage()
  return storageRefusal()
}

/** Writes durably, or refuses because this device cannot store it: then nothing was changed. */
export async function write<T>(
  change: () => Promise<T>,
): Promise<{ ok: true; value: T } | TillRefusal> {
  const refusal = await findStorageRefusal()
  if (refusal) return refusal
  try {
    return { ok: true, value: await change() }
  } catch (error) {
    return refuseStorage(error)
  }
}

/** The refusal for an error of the browser's storage. Errors of our own code are bugs and are thrown on. */
export function refuseStorage(error: unknown): TillRefusal {
  if (!isStorageError(error)) throw error
  show({ storage: isQuota(error) ? 'full' : 'refused' })
  return storageRefusal() as TillRefusal
}

const isStorageError = (error: unknown) =>
  isQuota(error) ||
  (error instanceof Error &&
    /^(AbortError|UnknownError|InvalidStateError|OpenFailedError|DatabaseClosedError|MissingAPIError|TimeoutError)$/.test(
      error.name,
    ))

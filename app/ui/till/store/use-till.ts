import { useEffect } from 'react'
import { installWorker } from './install.ts'
import { useLive } from './live.ts'
import { startTill } from './run.ts'
import type { TillState } from './state.ts'

export { useCatalogue, useCategories, useProductsOf } from './sync/catalogue-index.ts'

/** The till's state on this device, the same in all its tabs; the first use starts it. */
export function useTill(): TillState {
  useEffect(() => {
    void startTill()
    installWorker()
  }, [])
  return useLive()
}

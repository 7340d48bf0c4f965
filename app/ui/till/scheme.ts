import { useEffect, useSyncExternalStore } from 'react'
import { storeOnDevice } from '../kit/browser/device-storage.ts'

export const SCHEMES = { device: 'As the device', light: 'Light', dark: 'Dark' } as const
export type Scheme = keyof typeof SCHEMES

const stored = storeOnDevice<Scheme>('zovala-till-scheme', 'device', (kept) =>
  kept === 'light' || kept === 'dark' ? kept : 'device',
)

/**
 * Stores the color scheme of the till on this device; when the browser stores nothing, it lasts until the page
 * is closed.
 */
export const chooseScheme = (scheme: Scheme) => stored.change(() => scheme)
export const useScheme = stored.use

function watch(watcher: () => void) {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const forget = stored.listen(watcher)
  dark.addEventListener('change', watcher)
  return () => {
    forget()
    dark.removeEventListener('change', watcher)
  }
}

const isDark = () => {
  const scheme = stored.read()
  return scheme === 'device'
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : scheme === 'dark'
}

/** Shows the till light or dark while it is on the screen (till.css). */
export function usePaint() {
  const dark = useSyncExternalStore(watch, isDark, () => false)
  useEffect(() => {
    document.documentElement.dataset['scheme'] = dark ? 'dark' : 'light'
    return () => {
      delete document.documentElement.dataset['scheme']
    }
  }, [dark])
}

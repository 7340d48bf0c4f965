import { useEffect, useSyncExternalStore } from 'react'

export const SCHEMES = { device: 'As the device', light: 'Light', dark: 'Dark' } as const
export type Scheme = keyof typeof SCHEMES

const KEY = 'zovala-till-scheme'
const CHANGED = 'zovala:till-scheme'

function readScheme(): Scheme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'device'
  } catch {
    return 'device'
  }
}

export function chooseScheme(scheme: Scheme) {
  try {
    localStorage.setItem(KEY, scheme)
  } catch {
    // A browser that keeps nothing follows the device.
  }
  dispatchEvent(new Event(CHANGED))
}

function watch(watcher: () => void) {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  addEventListener(CHANGED, watcher)
  addEventListener('storage', watcher)
  dark.addEventListener('change', watcher)
  return () => {
    removeEventListener(CHANGED, watcher)
    removeEventListener('storage', watcher)
    dark.removeEventListener('change', watcher)
  }
}

export const useScheme = () => useSyncExternalStore(watch, readScheme, (): Scheme => 'device')

const isDark = () => {
  const scheme = readScheme()
  return scheme === 'device'
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : scheme === 'dark'
}

/** Paints the till light or dark while it is on the screen (till.css). */
export function usePaint() {
  const dark = useSyncExternalStore(watch, isDark, () => false)
  useEffect(() => {
    document.documentElement.dataset['scheme'] = dark ? 'dark' : 'light'
    return () => {
      delete document.documentElement.dataset['scheme']
    }
  }, [dark])
}

import { useLocation } from 'react-router'

/** Makes the list's current address with some parameters set or, with null, removed. */
export function useListAddress() {
  const { pathname, search } = useLocation()
  return (changes: Record<string, string | null>) => {
    const params = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes))
      if (value === null) params.delete(name)
      else params.set(name, value)
    return params.size > 0 ? `${pathname}?${params}` : pathname
  }
}

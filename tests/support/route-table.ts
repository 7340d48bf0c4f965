import type { ServerBuild } from 'react-router'

/** One address of the built shop: its pattern (`/admin/stock/:productId`), its route and the layouts around it. */
export type Address = { id: string; path: string; around: string[] }

type Table = Record<
  string,
  Pick<NonNullable<ServerBuild['routes'][string]>, 'id' | 'path'> & {
    parentId?: string | undefined
  }
>

/** Every address of the route table, in its order; layouts are not addresses. */
export function listAddresses(routes: ServerBuild['routes'] | Table): Address[] {
  const table: Table = Object.fromEntries(
    Object.values(routes).flatMap((route) => (route ? [[route.id, route]] : [])),
  )
  const parents = new Set(Object.values(table).map((route) => route.parentId))
  return Object.values(table)
    .filter((route) => !parents.has(route.id) && route.id !== 'root')
    .map((route) => {
      const line = lineOf(table, route.id)
      const path = line.flatMap((id) => table[id]?.path || []).join('/')
      return { id: route.id, path: `/${path}`, around: line.slice(0, -1) }
    })
}

/** A route's id after the ids of the layouts around it. */
function lineOf(table: Table, id: string): string[] {
  const parent = table[id]?.parentId
  return parent ? [...lineOf(table, parent), id] : [id]
}

/** The addresses that are not on the list of public ones, so that a new route has to be guarded or fails. */
export const staffsOwn = (addresses: Address[], open: Record<string, string>) =>
  addresses.filter(({ path }) => !Object.hasOwn(open, path))

/** Fills each `:name` and `*` of a pattern with its value; a missing value is an error. */
export function fillIn(pattern: string, values: Record<string, string>) {
  return pattern.replace(/:(\w+)\??|\*/g, (_, name: string | undefined) => {
    const value = values[name ?? '*']
    if (value === undefined) throw new Error(`Say in the test what ${name} of ${pattern} is.`)
    return value
  })
}

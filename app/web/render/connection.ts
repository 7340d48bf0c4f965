import { createElement, useEffect, useSyncExternalStore } from 'react'
import type { MiddlewareFunction } from 'react-router'
import {
  MAY_HAVE_ARRIVED,
  NO_CONNECTION,
  NOT_READ,
  NOT_SENT,
} from '../../rules/messages/connection.ts'
import { ask, insist } from '../../ui/kit/browser/retry.ts'
import { type Shown, showToast } from '../../ui/kit/toaster.tsx'

export type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

export const notifyLost = (description: string, again?: Shown['again']) =>
  showToast({ tone: 'bad', title: NO_CONNECTION, description, again })

/** What was only to be read has not come. */
export const notifyNoConnection = () => notifyLost(NOT_READ)

/** Of an act without an answer: whether the browser had a network when it was sent. */
export const wordsOfAct = (onLine: boolean) => (onLine ? MAY_HAVE_ARRIVED : NOT_SENT)

/** The connection broke before the answer, or within it. What the server itself reports is neither. */
export const isBroken = (cause: unknown) =>
  cause instanceof TypeError || /Unable to decode/.test(String(cause))
/** The router wraps what became of an action, its failure too (singleFetchActionStrategy of version 8.4). */
export const isLost = (result: unknown) =>
  isBroken(result) || isBroken((result as { data?: unknown } | null | undefined)?.data)

const fetchHelp = () => import('./connection-recovery.ts')
/** What to do when the connection breaks; fetched while it is there, after the page is ready. */
let help: Awaited<ReturnType<typeof fetchHelp>> | undefined

function install(file: NonNullable<typeof help>) {
  if (help) return help
  help = file
  file.guardScreens()
  window.dispatchEvent(new Event(HELP))
  return help
}

const HELP = 'zovala:help'
function awaitHelp(notify: () => void) {
  addEventListener(HELP, notify)
  return () => removeEventListener(HELP, notify)
}
/** The acts that wait for the connection, once what shows them is there. */
export function Waiting() {
  const found = useSyncExternalStore(
    awaitHelp,
    () => help,
    () => undefined,
  )
  return found ? createElement(found.WaitingList) : null
}

/** Hot reloading has its own ways with scripts that change; off: plain-browser.server.ts. */
const isOff = () => import.meta.env.DEV || 'isUnguarded' in window

/**
 * Around everything that the router fetches; acts that have words of their own for a broken connection come
 * first (`clientAction`).
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (help) return help.recover(request, next)
  const { onLine } = navigator
  const results = await next()
  const isKept = isOff() || !Object.values(results).some(({ result }) => isLost(result))
  if (isKept || request.signal.aborted) return results
  // The connection broke before the help came. The act stays under way until it does, and so does the page.
  notifyLost(request.method === 'GET' ? NOT_READ : wordsOfAct(onLine))
  const late = install(await insist(fetchHelp))
  return late.recover(request, () => Promise.resolve(results), { onLine })
}

export function useRecovery() {
  useEffect(() => {
    // One that does not come is asked for again when it is needed.
    if (!isOff()) ask(fetchHelp).then(install, () => {})
  }, [])
}

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

/** Shows that something which was only to be read could not be fetched. */
export const notifyNoConnection = () => notifyLost(NOT_READ)

/** The message for an action without an answer; `onLine`: whether the browser had a network when it sent the action. */
export const wordsOfAct = (onLine: boolean) => (onLine ? MAY_HAVE_ARRIVED : NOT_SENT)

/** Whether the connection broke before or during the answer. Errors that the server itself reports are neither. */
export const isBroken = (cause: unknown) =>
  cause instanceof TypeError || /Unable to decode/.test(String(cause))
/** The router wraps the outcome of an action, also its failure (singleFetchActionStrategy of version 8.4). */
export const isLost = (result: unknown) =>
  isBroken(result) || isBroken((result as { data?: unknown } | null | undefined)?.data)

const fetchHelp = () => import('./connection-recovery.ts')
/** The code that handles a broken connection. It is fetched after the page is ready, while there is a connection. */
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
/** The list of actions that wait for the connection; empty until the script that renders it is loaded. */
export function Waiting() {
  const found = useSyncExternalStore(
    awaitHelp,
    () => help,
    () => undefined,
  )
  return found ? createElement(found.WaitingList) : null
}

/**
 * Off in development, where hot reloading replaces scripts by its own means, and where plain-browser.server.ts says so.
 */
const isOff = () => import.meta.env.DEV || 'isUnguarded' in window

/**
 * Wraps every request of the router. Actions with messages of their own for a broken connection come first
 * (`clientAction`).
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (help) return help.recover(request, next)
  const { onLine } = navigator
  const results = await next()
  const isKept = isOff() || !Object.values(results).some(({ result }) => isLost(result))
  if (isKept || request.signal.aborted) return results
  // The connection broke before the recovery script was loaded. The action and its page stay pending until it is.
  notifyLost(request.method === 'GET' ? NOT_READ : wordsOfAct(onLine))
  const late = install(await insist(fetchHelp))
  return late.recover(request, () => Promise.resolve(results), { onLine })
}

export function useRecovery() {
  useEffect(() => {
    // If the script does not load now, `keepPage` requests it again when it is needed.
    if (!isOff()) ask(fetchHelp).then(install, () => {})
  }, [])
}

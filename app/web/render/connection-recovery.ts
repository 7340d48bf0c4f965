/*
 * Keeps the page when the connection breaks (docs/decisions/0022-a-connection-that-breaks.md). It is no technique for
 * speed, but it leans on internals of react-router 8.4: its router, its route table and its route modules on `window`,
 * how the router wraps an action that got no answer, and what it does with status 503.
 * Checked by: the browser tests of a broken connection, which try every form of the shop without a connection.
 * Off: `RENDER_PLAIN=recovery` (plain-browser.server.ts): then the router alone reports the outcome of a request.
 */
import { createPath, data } from 'react-router'
import { WAITS, WAITS_UNSENT } from '../../rules/messages/cart/waiting-acts.ts'
import { HAS_ARRIVED, MAY_HAVE_ARRIVED, NOT_READ } from '../../rules/messages/connection.ts'
import { insist, nextSign } from '../../ui/kit/browser/retry.ts'
import {
  isLost,
  notifyLost as notify,
  notifyNoConnection,
  type Results,
  wordsOfAct,
} from './connection.ts'
import { goOn, isOfOtherBuild, watchBuild } from './recovery/other-build.ts'
import { inTime, isSilent, limitFetch } from './recovery/time-limit.ts'
import { sendNow } from './waiting/send-waiting.ts'
import { keepWaiting, replaceWaiting } from './waiting/waiting-acts.ts'

export { WaitingList } from './waiting/waiting-list.tsx'

type Place = { pathname: string; search: string; hash: string }
type Sent = { formMethod?: string; formEncType?: string; formAction?: string; formData?: FormData }
type Options = Sent & {
  replace?: boolean
  preventScrollReset: boolean
  defaultShouldRevalidate?: boolean
  state?: unknown
}
type Router = {
  state: {
    location: Place & { state: unknown }
    navigation: Sent & { state: string; location?: Place }
    revalidation: string
    loaderData: Record<string, unknown>
    actionData: Record<string, unknown> | null
    errors: Record<string, unknown> | null
    fetchers: Map<string, Sent>
  }
  navigate: (to: string, options: Options) => Promise<void>
  fetch: (key: string, routeId: string, to: string, options: Options) => Promise<void>
}
declare global {
  interface Window {
    __reactRouterDataRouter: Router
    __reactRouterManifest: {
      version: string
      routes: Record<string, { id: string; module: string }>
    }
    __reactRouterRouteModules: Record<string, unknown>
  }
}

const pathOf = ({ pathname, search }: Pick<Place, 'pathname' | 'search'>) => pathname + search

// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const findRouter = () => window.__reactRouterDataRouter

/** Ends a navigation that cannot be finished: the page stays as it is, and the router fetches nothing for it. */
const stay = ({ navigate, state: { location } }: Router) =>
  navigate(createPath(location), {
    // After a step back the address bar already shows the other address: then this page's address is pushed again.
    replace: pathOf(window.location) === pathOf(location),
    preventScrollReset: true,
    defaultShouldRevalidate: false,
    state: location.state,
  })

/** A page could not be fetched: the current page stays and offers to try again. */
const notifyNotRead = (router: Router, to: string) =>
  notify(NOT_READ, () => router.navigate(to, { preventScrollReset: false }))

/** The page to which an action's answer has led, while this module tries again to open it. */
let awaited: string | undefined

/** Opens the page that shows an action's outcome as soon as it can be fetched, unless the visitor has moved on. */
async function follow({ navigate }: Router, to: string) {
  notify(HAS_ARRIVED)
  const { href } = location
  await nextSign()
  if (href !== location.href || findRouter().state.navigation.state !== 'idle') return
  awaited = to
  await navigate(to, { replace: true, preventScrollReset: true, state: { isAnswer: true } })
  awaited = undefined
}

/**
 * The form data of the last lost action. The question "Is it you?" replaces a page's data, so after that action the
 * router fetches the page as well; a failure of that fetch must not look like the lost page of an answered action.
 */
let lostAct: FormData | undefined

/** Sends the same form once more. */
const sendAgain = (router: Router, before: Sent, path: string, key?: string) => () => {
  // The state of the navigation that was lost must not carry over.
  const sent = { ...before, state: null, preventScrollReset: true }
  return key ? router.fetch(key, 'root', path, sent) : router.navigate(path, sent)
}

const isAct = ({ formMethod }: Sent) => formMethod === 'POST'
const never = new Promise<never>(() => {})

/**
 * Keeps the page when a request could not be sent or its answer could not be fetched. An action that got no answer may
 * have arrived: then nothing is revalidated, so that a second try carries the same values, versions and names as the
 * first, and the server recognizes it.
 */
export async function recover(
  request: Request,
  next: () => Promise<Results>,
  { onLine }: { onLine: boolean } = navigator,
): Promise<Results> {
  // The network state counts at the moment of sending.
  const words = wordsOfAct(onLine)
  const isPost = request.method !== 'GET'
  if (isPost) {
    lostAct = undefined
    await replaceWaiting(request)
  }
  const results = await next()
  const all = Object.entries(results)
  let lost = all.filter(([, { result }]) => isLost(result))
  // Such an answer leads to a whole page (the provider's). Without a connection the browser would show its own error
  // page instead.
  const leaves = ([, { result }]: (typeof all)[0]) =>
    result instanceof Response && result.headers.has('X-Remix-Reload-Document')
  if (all.some(leaves))
    await fetch('/healthz').catch(() => {
      lost = all
    })
  if (request.signal.aborted || !(lost[0] || isOfOtherBuild())) return results

  const router = findRouter()
  const { location, navigation, fetchers, loaderData, actionData, errors } = router.state
  const path = pathOf(new URL(request.url))
  const isHere = !isPost && path === pathOf(location)
  // Fetchers may be active beside a navigation.
  const isStep =
    navigation.location &&
    path === pathOf(navigation.location) &&
    isPost === (navigation.state === 'submitting')

  const [key, sent] = [...fetchers].find(([, one]) => !isStep && one.formAction === path) ?? [
    '',
    navigation,
  ]
  const acts = [navigation, ...fetchers.values()].filter(isAct)
  if (!lost[0]) {
    const isBackground = !isPost && !isStep && (isHere || router.state.revalidation !== 'idle')
    const isBesideActs = acts.length > Number(isPost)
    const hash = (isStep && navigation.location?.hash) || ''
    const step = { path, hash, isPost, isStep: Boolean(isStep), isBackground, isBesideActs }
    return goOn({ ...step, sent, loaderData }, results)
  }

  if (isPost) {
    lostAct = sent.formData
    if (keepWaiting(path, sent.formData)) notify(onLine ? WAITS : WAITS_UNSENT, sendNow)
    else notify(words, sendAgain(router, sent, path, key))
  } else if (path === awaited || acts.some(({ formData }) => !lostAct || formData !== lostAct))
    void follow(router, path)
  // A lost action has already shown its message, with the way to try again.
  else if (acts.length === 0 && isStep && !isHere) notifyNotRead(router, path)
  else if (acts.length === 0 && (!isHere || isStep)) notifyNoConnection()
  // An answer that a form of this page got before stays as well: an order that was found, a passkey to be named.
  const answered = isPost && isStep && path === pathOf(location) ? actionData : null
  // The question "Is it you?" replaces a page whose loader data is missing (web/step-up.ts): it is asked again.
  const [question] = isPost && isStep ? Object.values(errors ?? {}) : []
  if (isStep && !isHere && !answered && !question) {
    void stay(router)
    return never
  }
  for (const [id] of lost)
    results[id] = question
      ? { type: 'error', result: question }
      : {
          type: 'data',
          // With status 503 the router does not revalidate.
          result: isHere ? loaderData[id] : data(answered?.[id], { status: 503 }),
        }
  return results
}

/** Scripts that failed to load although the shop has them, because the connection came back in between. */
const there = new Set<string>()

/** Shows what a screen's missing script means for the visitor who waits for it, and waits for the next sign of life. */
async function explain(file: string, error: unknown) {
  const sign = nextSign()
  const answer = isSilent(error) ? null : await fetch(file).catch(() => null)
  if (answer?.ok && !there.has(file)) {
    there.add(file)
    // Retried at once without a message: a running action goes on, and no full page load loses its answer.
    return undefined
  }
  const router = findRouter()
  const { navigation } = router.state
  if (navigation.location) {
    const to = pathOf(navigation.location)
    // The shop answers, but without the script or with one that does not run: the shop was updated since this page
    // loaded.
    if (answer) location.assign(to)
    else {
      // The router sends the form while it fetches the script; it fetches the script of the next page after the answer.
      if (navigation.state === 'submitting' && keepWaiting(to, navigation.formData))
        notify(WAITS, sendNow)
      else if (navigation.state === 'submitting')
        notify(MAY_HAVE_ARRIVED, sendAgain(router, navigation, to))
      else if (isAct(navigation)) void follow(router, to)
      else notifyNotRead(router, to)
      void stay(router)
    }
  }
  return sign
}

/**
 * A form whose part of the page has no script yet is sent through the router like all others. If the browser sent it,
 * it would end on the browser's own error page when there is no connection.
 */
function sendByRouter(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== 'post') return
  event.preventDefault()
  const field = form.querySelector<HTMLInputElement>('[name=request]')
  // Names this press among those of one visitor, as request-field.tsx does.
  if (field) field.value ||= `${Date.now()}`
  void findRouter().navigate(pathOf(new URL(form.action)), {
    formMethod: 'post',
    formData: new FormData(form, event.submitter),
    preventScrollReset: true,
  })
}

/**
 * From now on each screen's script is requested until it arrives. Without this the router reloads the page when a
 * script cannot be fetched, which without a connection ends on the browser's own error page.
 */
export function guardScreens() {
  limitFetch()
  watchBuild()
  // Listens on the window so that React's own listeners, which send a form that is live, run first.
  addEventListener('submit', sendByRouter)
  const { __reactRouterRouteModules: found, __reactRouterManifest: table } = window
  for (const { id, module } of Object.values(table.routes)) {
    if (id in found) continue
    const load = (): Promise<unknown> => inTime(import(/* @vite-ignore */ module), module)
    let asked: Promise<unknown> | undefined
    const find = () => (asked ??= insist(load, (error) => explain(module, error)).then(keep))
    const keep = (value: unknown) => {
      Object.defineProperty(found, id, { value, writable: true })
      return value
    }
    // The router may be fetching this module already; `set` stores what it gets.
    Object.defineProperty(found, id, { configurable: true, get: find, set: keep })
  }
}

/*
 * Keeps the page when the connection breaks (docs/decisions/0022-a-connection-that-breaks.md). No technique for speed,
 * but it leans on the inside of react-router 8.4: its router and its tables of routes and their
 * scripts on `window`, what the router makes of an action without an answer, and what it does with status 503.
 * Checked by: the browser tests of a broken connection, which try every form of the shop without a connection.
 * Off: `RENDER_PLAIN=recovery` (plain-browser.server.ts): then the router alone says what became of a request.
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

/** Ends a navigation that cannot be finished: the page stays as it is, and nothing is fetched for it. */
const stay = ({ navigate, state: { location } }: Router) =>
  navigate(createPath(location), {
    // After a step back the address is another one already: this one is put on top of it again.
    replace: pathOf(window.location) === pathOf(location),
    preventScrollReset: true,
    defaultShouldRevalidate: false,
    state: location.state,
  })

/** A page that did not come: this one stays, and offers to try again. */
const notifyNotRead = (router: Router, to: string) =>
  notify(NOT_READ, () => router.navigate(to, { preventScrollReset: false }))

/** Where an answer has led, while it is tried again to go there. */
let awaited: string | undefined

/** Shows what became of an act as soon as it can be fetched, unless somebody has gone on meanwhile. */
async function follow({ navigate }: Router, to: string) {
  notify(HAS_ARRIVED)
  const { href } = location
  await nextSign()
  if (href !== location.href || findRouter().state.navigation.state !== 'idle') return
  awaited = to
  await navigate(to, { replace: true, preventScrollReset: true, state: { isAnswer: true } })
  awaited = undefined
}

/** What the last lost act bore. The page of "Is it you?" has no data: the router fetches it after that act as well. */
let lostAct: FormData | undefined

/** Sends the very same once more. */
const sendAgain = (router: Router, before: Sent, path: string, key?: string) => () => {
  // Not the state of the navigation that it was.
  const sent = { ...before, state: null, preventScrollReset: true }
  return key ? router.fetch(key, 'root', path, sent) : router.navigate(path, sent)
}

const isAct = ({ formMethod }: Sent) => formMethod === 'POST'
const never = new Promise<never>(() => {})

/**
 * What could not be sent or fetched must not take the page down. What was sent and not answered may have
 * arrived: then nothing is fetched anew, so that a second try bears what the first one bore, and the
 * server knows it again.
 */
export async function recover(
  request: Request,
  next: () => Promise<Results>,
  { onLine }: { onLine: boolean } = navigator,
): Promise<Results> {
  // As it is when it is sent.
  const words = wordsOfAct(onLine)
  const isPost = request.method !== 'GET'
  if (isPost) {
    lostAct = undefined
    await replaceWaiting(request)
  }
  const results = await next()
  const all = Object.entries(results)
  let lost = all.filter(([, { result }]) => isLost(result))
  // An answer that leads on by a whole page, to the provider's: without a connection that is the browser's
  // own error page.
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
  // Beside a navigation, fetchers may be at work.
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
  // Of a lost act it was said already, with the way to try again.
  else if (acts.length === 0 && isStep && !isHere) notifyNotRead(router, path)
  else if (acts.length === 0 && (!isHere || isStep)) notifyNoConnection()
  // What a form of this page was told before stays as well: an order that was found, a passkey to be named.
  const answered = isPost && isStep && path === pathOf(location) ? actionData : null
  // "Is it you?" stands in the place of a page whose data is gone (web/step-up.ts): it is asked once more.
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
          // With this status the router fetches nothing anew.
          result: isHere ? loaderData[id] : data(answered?.[id], { status: 503 }),
        }
  return results
}

/** Scripts that failed although the shop has them: the connection came back between the two. */
const there = new Set<string>()

/** Says what a screen's missing script means for who is waiting for it, and waits for the next sign. */
async function explain(file: string, error: unknown) {
  const sign = nextSign()
  const answer = isSilent(error) ? null : await fetch(file).catch(() => null)
  if (answer?.ok && !there.has(file)) {
    there.add(file)
    // Asked for at once, and nothing is said: an act under way goes on, its answer is not lost by a whole page.
    return undefined
  }
  const router = findRouter()
  const { navigation } = router.state
  if (navigation.location) {
    const to = pathOf(navigation.location)
    // The shop answers without it, or with what does not run: it has been renewed since this page came.
    if (answer) location.assign(to)
    else {
      // The form goes out beside the script, and its page's script is asked for after its answer.
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
 * A form whose part of the page has no script yet goes the same way as all others: sent by the browser
 * itself it would end, without a connection, on the browser's own error page.
 */
function sendByRouter(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== 'post') return
  event.preventDefault()
  const field = form.querySelector<HTMLInputElement>('[name=request]')
  // A name among one person's presses, as request-field.tsx gives them.
  if (field) field.value ||= `${Date.now()}`
  void findRouter().navigate(pathOf(new URL(form.action)), {
    formMethod: 'post',
    formData: new FormData(form, event.submitter),
    preventScrollReset: true,
  })
}

/**
 * From now on each screen's script is asked for until it is there. Left to itself the router reloads the
 * page when one cannot be fetched, which without a connection ends on the browser's own error page.
 */
export function guardScreens() {
  limitFetch()
  watchBuild()
  // On the window: React's own listeners, which send a form that is live, come first.
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
    // The router may be fetching this one already, and writes down what it gets.
    Object.defineProperty(found, id, { configurable: true, get: find, set: keep })
  }
}

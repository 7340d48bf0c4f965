/*
 * Handles a page that was open while the shop was updated (docs/decisions/0078-pages-of-another-build.md). Every answer
 * after that comes from another build, whose fields may have other names: the page reads none of it and continues with
 * full page loads. Part of connection-recovery.ts, and off with it.
 */
import { data } from 'react-router'
import { BUILD_HEADER } from '../../../rules/route-tables.ts'
import type { Results } from '../connection.ts'

type Sent = { formMethod?: string; formEncType?: string; formData?: FormData }

let isOther = false
/** Whether an answer of another build has come. From then on the page reads no answer until it is loaded anew. */
export const isOfOtherBuild = () => isOther

const here = () => location.pathname + location.search
/** The address at which the visitor last typed or chose something. */
let typedAt: string | undefined
/**
 * Also finds input from before this script loaded. A checkbox without a value attribute has the value `on` by default.
 */
const isTyped = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement) =>
  checked !== defaultChecked || (value !== defaultValue && !/box|radio/.test(type))
/** Whether a reload would lose nothing that the visitor typed, chose or opened. */
const isAtRest = () =>
  typedAt !== here() &&
  !document.querySelector('dialog[open]') &&
  ![...document.querySelectorAll<HTMLInputElement>('input,textarea')].some(isTyped)

/** Reads from each answer which build sent it. */
export function watchBuild() {
  const noteTyping = () => {
    typedAt = here()
  }
  addEventListener('input', noteTyping, { capture: true })
  const send = window.fetch
  const { __reactRouterManifest: table } = window
  window.fetch = async (...asked) => {
    const answer = await send(...asked)
    const build = answer.headers.get(BUILD_HEADER)
    if (build && build !== table.version) isOther = true
    return answer
  }
}

/**
 * Replaces instead of reloading: for a page that came by a form the browser would ask whether to send the form again.
 */
const loadAnew = () => location.replace(here())

/** A page restored from the back/forward cache would still wait for its answer. */
const wakeAnew = ({ persisted }: PageTransitionEvent) => {
  if (persisted) loadAnew()
}

function leave(to: string) {
  addEventListener('pageshow', wakeAnew)
  const { href, origin, pathname, search } = new URL(to, location.href)
  // The same address with another hash would load nothing. After a step back the address bar already shows that
  // address.
  if (origin === location.origin && pathname + search === here()) loadAnew()
  else location.assign(href)
}

/** Sends the form as a browser without scripts does: the answer is a whole page, with all that was typed. */
function sendWhole(to: string, { formData, formEncType = '' }: Sent) {
  addEventListener('pageshow', wakeAnew)
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: to, enctype: formEncType, hidden: true })
  for (const [name, value] of formData ?? []) {
    const field = document.createElement('input')
    if (typeof value === 'string') Object.assign(field, { type: 'hidden', name, value })
    else {
      const { items, files } = new DataTransfer()
      items.add(value)
      Object.assign(field, { type: 'file', name, files })
    }
    form.append(field)
  }
  document.body.append(form)
  // Taken from the prototype, because a field of the form may be called `submit`.
  HTMLFormElement.prototype.submit.call(form)
}

/** A visitor who has sent the page's form, or agreed to leave it, is not asked whether to leave what was typed. */
const leaveUnasked = () =>
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

type Step = {
  path: string
  hash: string
  isPost: boolean
  /** It is a navigation, not a fetcher. */
  isStep: boolean
  /** No user requested it. */
  isBackground: boolean
  /** Other actions are running beside it. */
  isBesideActs: boolean
  sent: Sent
  loaderData: Record<string, unknown>
}

const never = new Promise<never>(() => {})
const ofAct = (result: unknown) =>
  result as { data?: { lost?: unknown } | null; init?: { status?: number } | null } | null

/**
 * Decides what to do with an answer of another build. A page that was requested is loaded as a whole. So is the page
 * that an action leads to once it is done. An answer to its form (a refusal, a code that is shown once) is requested
 * again as a whole page, because actions may be sent twice. A background answer is dropped, and the page is loaded anew
 * if nothing is typed; the same holds for a finished action beside the page.
 */
export function goOn(step: Step, results: Results): Results | Promise<never> {
  const { path, hash, isPost, isStep, loaderData } = step
  const [answer] = Object.values(results)
  // No build has answered: a screen shows its own message for a lost connection (`clientAction`), and nothing is
  // fetched.
  if (isPost ? ofAct(answer?.result)?.data?.lost : !answer) return results
  const kept: Results = {}
  // With status 503 the router does not revalidate.
  for (const id of Object.keys(results))
    kept[id] = {
      type: 'data',
      result: isPost || !(id in loaderData) ? data(undefined, { status: 503 }) : loaderData[id],
    }
  // Of several running actions the last one decides.
  if (!isStep && step.isBesideActs) return kept
  if (step.isBackground) {
    if (isAtRest()) leave(location.href)
    return kept
  }

  if (isStep) leaveUnasked()
  if (!isPost) leave(path + hash)
  else if (answer?.result instanceof Response) leave(answer.result.headers.get('Location') ?? path)
  else if (answer?.type === 'data' && ofAct(answer.result)?.data == null) {
    if (isStep || isAtRest()) leave(location.href)
  } else sendWhole(path, step.sent)
  return isStep ? never : kept
}

/*
 * A page that was open while the shop was renewed (docs/decisions/0078-pages-of-another-build.md). What it gets from
 * then on is of another build, whose fields may have other names: it reads none of it, and goes on by whole pages. Part
 * of connection-recovery.ts, and off with it.
 */
import { data } from 'react-router'
import { BUILD_HEADER } from '../../../rules/route-tables.ts'
import type { Results } from '../connection.ts'

type Sent = { formMethod?: string; formEncType?: string; formData?: FormData }

let isOther = false
/** Whether an answer of another build has come: the page stays one of its own until it is loaded anew. */
export const isOfOtherBuild = () => isOther

const here = () => location.pathname + location.search
/** The address at which something was typed or chosen last. */
let typedAt: string | undefined
/** Before this script came, too. A box without a value of its own has one by itself. */
const isTyped = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement) =>
  checked !== defaultChecked || (value !== defaultValue && !/box|radio/.test(type))
/** Nothing of the page would be lost. */
const isAtRest = () =>
  typedAt !== here() &&
  !document.querySelector('dialog[open]') &&
  ![...document.querySelectorAll<HTMLInputElement>('input,textarea')].some(isTyped)

/** Reads of each answer which build it is of. */
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

/** No reload: of a page that came by a form the browser would ask whether to send that once more. */
const loadAnew = () => location.replace(here())

/** Out of the browser's memory it would still wait for its answer. */
const wakeAnew = ({ persisted }: PageTransitionEvent) => {
  if (persisted) loadAnew()
}

function leave(to: string) {
  addEventListener('pageshow', wakeAnew)
  const { href, origin, pathname, search } = new URL(to, location.href)
  // Another hash alone would load nothing. After a step back the address is the other one already.
  if (origin === location.origin && pathname + search === here()) loadAnew()
  else location.assign(href)
}

/** As a browser without scripts sends it: the answer is a whole page, with all that was typed. */
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
  // Not the form's own: a field may have that name.
  HTMLFormElement.prototype.submit.call(form)
}

/** Who has sent the page's form, or has agreed to leave it, is not asked whether to leave what was typed. */
const leaveUnasked = () =>
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

type Step = {
  path: string
  hash: string
  isPost: boolean
  /** A navigation, and no fetcher. */
  isStep: boolean
  /** Nobody has asked for it. */
  isBackground: boolean
  /** Of other acts, which are under way. */
  isBesideActs: boolean
  sent: Sent
  loaderData: Record<string, unknown>
}

const never = new Promise<never>(() => {})
const ofAct = (result: unknown) =>
  result as { data?: { lost?: unknown } | null; init?: { status?: number } | null } | null

/**
 * What becomes of what another build has answered. A page that was asked for is loaded as a whole. An act that was done
 * leads there by a whole page, too; what is answered to its form (a refusal, a code that is shown once) is asked for
 * once more as a whole page: acts may be sent twice. What comes in the background is left, and has the page loaded anew
 * where nothing is typed; so has an act beside the page that was done.
 */
export function goOn(step: Step, results: Results): Results | Promise<never> {
  const { path, hash, isPost, isStep, loaderData } = step
  const [answer] = Object.values(results)
  // No build has answered: a screen has words of its own for a lost connection (`clientAction`), and
  // nothing is fetched.
  if (isPost ? ofAct(answer?.result)?.data?.lost : !answer) return results
  const kept: Results = {}
  // With this status the router fetches nothing anew.
  for (const id of Object.keys(results))
    kept[id] = {
      type: 'data',
      result: isPost || !(id in loaderData) ? data(undefined, { status: 503 }) : loaderData[id],
    }
  // The last of several acts goes on.
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

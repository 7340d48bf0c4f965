import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { ask, help } from './connection.ts'

// Password managers and voice control send and press without a finger or a key. Without a sign React holds
// the answer to it back for ever, toast and all, once it touches a part that waits for one.
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'click', 'submit']
let begin = () => {}

/**
 * Resolves when somebody begins to use the page. It listens from the moment this
 * file arrives, and knows of a touch before it (late-scripts.server.ts) and of the switch: React holds back what a
 * press has changed for parts that wait for a sign which has already been given.
 */
const started = new Promise<void>((resolve) => {
  if (import.meta.env.SSR) return
  begin = resolve
  if (scrollY > 0 || 'isTouched' in window) resolve()
  for (const sign of SIGNS)
    addEventListener(sign, () => resolve(), { once: true, capture: true, passive: true })
})

type Part<P> = ComponentType<P>
type Load<P> = () => Promise<{ default: Part<P> }>

// What the server drew stays in its box: React does not look into one that is given its HTML.
const AS_SENT = {
  className: 'contents',
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
}

/** A part whose script could not be fetched: it stays as the server drew it, until a later try succeeds. */
function keptAsSent<P extends object>(load: Load<P>) {
  return function AsSent(props: P) {
    const [found, setFound] = useState<Part<P> | null>(null)
    useEffect(() => {
      void help?.insist(load).then((file) => setFound(() => file.default))
    }, [])
    return found ? createElement(found, props) : createElement('div', AS_SENT)
  }
}

const inBox = <P extends object>(part: Part<P>, props: P) =>
  createElement('div', { className: 'contents' }, createElement(part, props))

const loading: Promise<unknown>[] = []

/** On the server: when all late parts are there. A page is rendered in one go, without waiting within it. */
export const loadedParts = () => Promise.all(loading)

function atHand<P extends object>(load: Load<P>): Part<P> {
  let part: Part<P>
  loading.push(
    load().then((file) => {
      part = file.default
    }),
  )
  return (props) => inBox(part, props)
}

const onceUsed = <P extends object>(load: Load<P>) =>
  lazy(() =>
    started
      .then(() => ask(load))
      .then<{ default: Part<P> }, { default: Part<P> }>(
        ({ default: part }) => ({ default: (props: P) => inBox(part, props) }),
        () => ({ default: keptAsSent(load) }),
      ),
  )

/**
 * A part below the first screen. The server draws it as it is, its links and forms work by themselves,
 * and its script is fetched when the page is first used. Stands inside a Suspense of its own.
 *
 * Relies on React (19.3) leaving HTML of the server in place while a `lazy` part has not come, and looking into no
 * element that has `dangerouslySetInnerHTML`. Checked by: the browser tests of the home page and the header.
 * Gains 13 KB of 118, which the limit of 105 needs (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=lazy`
 * (plain-browser.server.ts): the parts are fetched with the page, by React's own `lazy`.
 */
export const lazyPart: <P extends object>(load: Load<P>) => Part<P> = import.meta.env.SSR
  ? atHand
  : onceUsed

/** Fetches the late parts now. A page that follows the shop by itself needs this: React lets an answer wait for parts that are not there yet. */
export const startNow = () => begin()

import { X } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Toast } from '../../../rules/messages/toast.ts'
import { liveValue } from './live-value.ts'

const SHOWN_FOR_MS = 6000

/** A notice this young that appeared before a window opened or closed moves to what is on top then. */
const YOUNG_MS = 500

type Notice = Toast & { id: number; at: number; place: string | null }

// What is behind a window is neither seen nor read aloud, so the notice is shown in the topmost window.
type State = {
  notice: Notice | null
  sheets: readonly string[]
  /** The element of the screen that has room for notices. */
  room: HTMLElement | null
}
const { now, change, watch, useValue } = liveValue<State>({ notice: null, sheets: [], room: null })
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined

function keep(event: Event) {
  clearTimeout(timer)
  count += 1
  const words = (event as CustomEvent<Toast>).detail
  change({ notice: { ...words, id: count, at: performance.now(), place: topmost() } })
  timer = setTimeout(() => change({ notice: null }), SHOWN_FOR_MS)
}

const topmost = () => now().sheets.at(-1) ?? null

/**
 * A window opened, or `closed` did. Young notices and those of success move to what is on top now; others that stood in
 * the closed window disappear.
 */
function follow(closed: string | null) {
  const { notice } = now()
  if (!notice) return
  const isYoung = performance.now() - notice.at < YOUNG_MS
  if (isYoung || (closed && notice.place === closed && notice.tone === 'good'))
    change({ notice: { ...notice, place: topmost() } })
  else if (notice.place === closed) change({ notice: null })
}

/**
 * Registers a window as the topmost while it is mounted. A layout effect, because a key pressed while the window closes
 * is meant for the screen.
 */
export function useOnTop(id: string) {
  useLayoutEffect(() => {
    change({ sheets: [...now().sheets, id] })
    follow(null)
    return () => {
      change({ sheets: now().sheets.filter((one) => one !== id) })
      follow(id)
    }
  }, [id])
}

/** Whether a window covers the screen: then shortcuts and scans are not meant for the screen below. */
export const isCovered = () => now().sheets.length > 0

/** Calls `act` each time the last window over the screen has closed; returns the function that stops that. */
export function onUncovered(act: () => void) {
  let was = isCovered()
  return watch(() => {
    const is = isCovered()
    // After the screen is rendered without the window.
    if (was && !is) queueMicrotask(act)
    was = is
  })
}

const takeRoom = (room: HTMLElement | null) => change({ room })

/** The foot of a screen, above which notices stand on a phone so that they cover neither the top bar nor a field. */
export const NoticeRoom = ({ className }: { className: string }) => (
  <div ref={takeRoom} className={`z-30 h-0 ${className}`} />
)

const PLACES = {
  sheet: 'sticky top-0 mb-2',
  foot: 'max-md:absolute max-md:inset-x-2 max-md:bottom-2',
  bar: 'max-md:absolute max-md:inset-x-2 max-md:top-full max-md:mt-1',
}
const CORNER = 'md:fixed md:bottom-4 md:left-4 md:w-96'

/** Shows notices of what was done or refused (`showToast`): on the screen, or in the window `sheet`. */
export function Notices({ sheet = null }: { sheet?: string | null }) {
  const { notice, room } = useValue()
  useEffect(() => {
    if (sheet !== null) return undefined
    window.addEventListener('zovala:toast', keep)
    return () => window.removeEventListener('zovala:toast', keep)
  }, [sheet])
  const hasRoom = sheet === null && room !== null
  const place = sheet ? PLACES.sheet : `${hasRoom ? PLACES.foot : PLACES.bar} ${CORNER}`
  const words = (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may hold no button
      role="status"
      className={`pointer-events-none z-30 flex justify-center ${place}`}
    >
      {notice && notice.place === sheet ? (
        <div
          key={notice.id}
          className={`toast pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-card border-l-8 bg-night py-1 pr-1 pl-4 text-paper shadow-float ${notice.tone === 'bad' ? 'border-alarm-bright' : 'border-sun'}`}
        >
          <div className="min-w-0 flex-1 py-1 max-md:leading-tight">
            <p className="font-semibold">{notice.title}</p>
            {notice.description ? (
              <p className="wrap-anywhere max-md:text-sm/tight">{notice.description}</p>
            ) : null}
          </div>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => change({ notice: null })}
            className="grid size-12 shrink-0 place-items-center rounded-card hover:bg-white/15"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
      ) : null}
    </div>
  )
  return hasRoom ? createPortal(words, room) : words
}

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

export const ZOOM = { least: 0.5, most: 3, step: 0.5 }
const TURN_EVERY_MS = 4000
const SWIPE_RESTS_MS = 120

const stillness = () => matchMedia('(prefers-reduced-motion: reduce)')
function listenForStillness(notify: () => void) {
  const query = stillness()
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Which picture is shown, how large, and whether the pictures turn by themselves; `first` identifies the first one. */
export function useGallery(count: number, first: string | undefined) {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [zoom, setZoom] = useState(1)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wantsStillness = useSyncExternalStore(
    listenForStillness,
    () => stillness().matches,
    () => false,
  )
  // On by default (docs/product.md, Products), unless the device asks for reduced motion.
  const [chosenAuto, setAuto] = useState<boolean | null>(null)
  const isAuto = chosenAuto ?? !wantsStillness
  const [isAwake, setAwake] = useState(false)
  const wake = useCallback(() => setAwake(true), [])

  const goTo = useCallback((next: number) => {
    setAwake(true)
    setIndex(next)
    setZoom(1)
    const list = strip.current
    list?.scrollTo({
      left: next * list.clientWidth,
      behavior: stillness().matches ? 'auto' : 'smooth',
    })
  }, [])

  // Another color was chosen, and its pictures came first: stays on its first picture, as on one that was chosen. The
  // strip is rendered anew by its key (picture-strip.tsx), and so starts there.
  const shownFirst = useRef(first)
  useLayoutEffect(() => {
    if (shownFirst.current === first) return
    shownFirst.current = first
    setAuto(false)
    setIndex(0)
    setZoom(1)
  }, [first])

  const isTurning = isAuto && count > 1 && zoom === 1
  useEffect(() => {
    const turn = () => {
      if (!document.hidden) goTo((index + 1) % count)
    }
    const timer = isTurning ? setInterval(turn, TURN_EVERY_MS) : undefined
    const waking = isTurning ? setTimeout(wake, TURN_EVERY_MS / 2) : undefined
    return () => {
      clearInterval(timer)
      clearTimeout(waking)
    }
  }, [isTurning, count, index, goTo, wake])

  useEffect(() => () => clearTimeout(resting.current), [])

  /** After a swipe, selects the picture on which it came to rest. */
  function onScroll() {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => {
      const list = strip.current
      if (!list?.clientWidth) return
      const shown = Math.round(list.scrollLeft / list.clientWidth)
      if (shown === index) return
      setIndex(shown)
      setZoom(1)
    }, SWIPE_RESTS_MS)
  }

  /** Zooms within the frame, keeping `point` (in parts of the frame) in view. */
  function zoomTo(next: number, frame: Element | null | undefined, point = { x: 0.5, y: 0.5 }) {
    setZoom(Math.min(ZOOM.most, Math.max(ZOOM.least, next)))
    setAuto(false)
    requestAnimationFrame(() => {
      if (!frame) return
      frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) * point.x
      frame.scrollTop = (frame.scrollHeight - frame.clientHeight) * point.y
    })
  }

  const turn = (by: 1 | -1) => goTo((index + by + count) % count)
  return { strip, index, zoom, isAuto, setAuto, isAwake, wake, goTo, turn, onScroll, zoomTo }
}

export type GalleryState = ReturnType<typeof useGallery>

import { type RefObject, useEffect, useRef, useState } from 'react'
import { moveView, type Point, type View, WHOLE, zoomView } from './zoom-view.ts'

// A finger at rest still moves a little.
const TAP_MOVES = 8
const SWIPE_MOVES = 48
const WHEEL_STEP = 1.2

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spread = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/**
 * A stage whose picture is zoomed by two fingers, by a tap or by the wheel, moved by one finger, and swiped to the next
 * while it is not zoomed.
 */
export function usePinch(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  onSwipe: (by: 1 | -1) => void,
) {
  const [view, setView] = useState(WHOLE)
  const latest = useRef({ onSwipe, zoom: view.zoom })
  useEffect(() => {
    latest.current = { onSwipe, zoom: view.zoom }
  })

  /** The picture's size is that of its layout, without the transform. */
  function change(next: (view: View, picture: Sizes, stage: Sizes) => View) {
    const box = stage.current
    const shown = picture.current
    if (!box || !shown) return
    setView((before) =>
      next(
        before,
        { width: shown.offsetWidth, height: shown.offsetHeight },
        { width: box.clientWidth, height: box.clientHeight },
      ),
    )
  }
  const zoomTo = (zoom: number, at: Point = { x: 0, y: 0 }) =>
    change((before, ...sizes) => zoomView(before, zoom, at, ...sizes))
  const move = (by: Point) => change((before, ...sizes) => moveView(before, by, ...sizes))
  const acts = useRef({ zoomTo, move, change })

  useEffect(() => {
    const box = stage.current
    if (!box) return undefined
    const { zoomTo, move, change } = acts.current
    const fingers = new Map<number, Point>()
    let moved: Point = { x: 0, y: 0 }
    const from = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = box.getBoundingClientRect()
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
    }
    let hadTwo = false

    function begin(event: PointerEvent) {
      if (event.button > 0) return
      if (fingers.size === 0) {
        moved = { x: 0, y: 0 }
        hadTwo = false
      }
      fingers.set(event.pointerId, from(event))
      hadTwo ||= fingers.size > 1
      box?.setPointerCapture(event.pointerId)
    }
    function follow(event: PointerEvent) {
      const before = [...fingers.values()]
      if (!fingers.has(event.pointerId)) return
      fingers.set(event.pointerId, from(event))
      const now = [...fingers.values()]
      const was = middleOf(before)
      const is = middleOf(now)
      const by = { x: is.x - was.x, y: is.y - was.y }
      moved = { x: moved.x + by.x, y: moved.y + by.y }
      if (before.length > 1) {
        const ratio = spread(now) / Math.max(1, spread(before))
        change((view, ...sizes) => zoomView(view, view.zoom * ratio, was, ...sizes))
      }
      move(by)
    }
    function end(event: PointerEvent) {
      if (!fingers.delete(event.pointerId) || fingers.size > 0 || hadTwo) return
      const { zoom } = latest.current
      if (event.type === 'pointercancel') return
      if (Math.hypot(moved.x, moved.y) < TAP_MOVES) zoomTo(zoom > 1 ? 1 : 2, from(event))
      else if (zoom <= 1 && Math.abs(moved.x) > Math.max(SWIPE_MOVES, Math.abs(moved.y)))
        latest.current.onSwipe(moved.x < 0 ? 1 : -1)
    }
    function turnWheel(event: WheelEvent) {
      event.preventDefault()
      const ratio = event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP
      change((view, ...sizes) => zoomView(view, view.zoom * ratio, from(event), ...sizes))
    }
    const until = new AbortController()
    const { signal } = until
    box.addEventListener('pointerdown', begin, { signal })
    box.addEventListener('pointermove', follow, { signal })
    box.addEventListener('pointerup', end, { signal })
    box.addEventListener('pointercancel', end, { signal })
    box.addEventListener('wheel', turnWheel, { signal, passive: false })
    return () => until.abort()
  }, [stage])

  return { view, zoomTo, move, reset: () => setView(WHOLE) }
}

type Sizes = { width: number; height: number }

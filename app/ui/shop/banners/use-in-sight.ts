import { type RefObject, useEffect, useState } from 'react'

/** Whether at least half of a box can be seen. */
export function useInSight(box: RefObject<HTMLElement | null>) {
  const [inSight, setInSight] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watch = new IntersectionObserver(
      ([entry]) => setInSight((entry?.intersectionRatio ?? 0) >= 0.5),
      { threshold: [0, 0.5] },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return inSight
}

/** Whether somebody points at a box or has the focus in it. */
export function useInUse(box: RefObject<HTMLElement | null>) {
  const [inUse, setInUse] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setInUse(element.matches(':hover, :focus-within'))
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const
    for (const name of events) element.addEventListener(name, look)
    return () => {
      for (const name of events) element.removeEventListener(name, look)
    }
  }, [box])
  return inUse
}

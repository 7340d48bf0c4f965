import type { Page } from '@playwright/test'

/** The part of React's data about an element of the page that this file reads. */
type Fiber = {
  tag: number
  type: unknown
  flags: number
  alternate: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
}
export type Renders = { components: string[]; elements: number }

/**
 * Call before the page is opened. `window.renders` then lists the components that React has rendered and the number of
 * elements that it has made, until a test empties it. React 19 reports each commit to its developer tools, in
 * production builds as well.
 */
export const countRenders = (page: Page) =>
  page.addInitScript(() => {
    // Functions, classes, and both within `forwardRef` and `memo`; elements of the page.
    const COMPONENTS = [0, 1, 11, 14, 15]
    const ELEMENT = 5
    /** The flag of a component whose function was called. */
    const WORKED = 1
    const renders: Renders = { components: [], elements: 0 }
    Reflect.set(window, 'renders', renders)
    const nameOf = (type: unknown): string => {
      const { name, render } = type as { name?: string; render?: { name: string } }
      return name ?? render?.name ?? 'memo'
    }
    function look(fiber: Fiber) {
      const isNew = fiber.alternate === null
      if (COMPONENTS.includes(fiber.tag) && (isNew || fiber.flags & WORKED))
        renders.components.push(nameOf(fiber.type))
      if (fiber.tag === ELEMENT && isNew) renders.elements += 1
      // The children are unchanged: React has not rendered them.
      if (!isNew && fiber.child === fiber.alternate?.child) return
      for (let child = fiber.child; child; child = child.sibling) look(child)
    }
    Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      isDisabled: false,
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => look(root.current),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onScheduleFiberRoot() {},
    })
  })

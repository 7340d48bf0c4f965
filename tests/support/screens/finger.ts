import type { Locator, Page } from '@playwright/test'

/**
 * Puts a finger on an element and leaves it there. Returns the milliseconds to the first frame in which it looks
 * pressed, null when it does not. `slide` moves the finger up, as for scrolling.
 */
export async function touch(target: Locator) {
  const page = target.page()
  const session = await page.context().newCDPSession(page)
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to touch')
  const x = box.x + box.width / 2
  // On a tall element near its top, where nothing covers it.
  const y = box.y + Math.min(box.height / 2, 40)
  await target.evaluate((one) => {
    const opacity = () => getComputedStyle(one).opacity
    const before = opacity()
    const pressed = new Promise<number | null>((done) => {
      const begin = ({ timeStamp }: Event) => {
        let frames = 0
        const look = (now: number) => {
          frames += 1
          if (opacity() !== before) done(now - timeStamp)
          else if (frames > 60) done(null)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('pointerdown', begin, { once: true, capture: true })
    })
    Reflect.set(window, 'pressed', pressed)
  })
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', { x, y })
  const pressed = await page.evaluate(
    () => Reflect.get(window, 'pressed') as Promise<number | null>,
  )
  return {
    pressed,
    async slide() {
      for (const by of [10, 30, 60]) await send('touchMove', { x, y: y - by })
    },
    async lift() {
      await send('touchEnd')
      await session.detach()
    },
  }
}

/** Swipes up until the end of the page. */
export async function swipeToEnd(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: ys.map((y) => ({ x: 180, y })),
    })
  const isAtEnd = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)
  while (!(await isAtEnd())) {
    await send('touchStart', 650)
    for (const y of [620, 500, 350, 200, 60]) await send('touchMove', y)
    await send('touchEnd')
  }
  await session.detach()
}

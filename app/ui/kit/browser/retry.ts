const ADDRESS = /https?:[^\s?]+/
// The address that the browser named when a script did not come.
const failed = new WeakMap<() => unknown, string>()

/**
 * An `import()` that can be tried again. Browsers keep a script's failure under its address (whatwg/html
 * issue 6768), so a later try asks for the same file by another one.
 */
export async function ask<M>(load: () => Promise<M>): Promise<M> {
  const file = failed.get(load)
  try {
    return file ? ((await import(/* @vite-ignore */ `${file}?${Date.now()}`)) as M) : await load()
  } catch (error) {
    const [named] = ADDRESS.exec(String(error)) ?? []
    if (named) failed.set(load, named)
    throw error
  }
}

/** Resolves at the next sign that it may be worth trying again. */
export const nextSign = () =>
  new Promise<void>((resolve) => {
    for (const sign of ['pointerdown', 'online'])
      addEventListener(sign, () => resolve(), { once: true, capture: true })
  })

/** Asks until it is there; `onLost` waits for the time to ask again. */
export async function insist<M>(
  load: () => Promise<M>,
  onLost: (error: unknown) => Promise<void> = nextSign,
): Promise<M> {
  for (;;) {
    try {
      return await ask(load)
    } catch (error) {
      await onLost(error)
    }
  }
}

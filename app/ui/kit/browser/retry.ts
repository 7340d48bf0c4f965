const ADDRESS = /https?:[^\s?]+/
// The address that the browser reported for a script that failed to load.
const failed = new WeakMap<() => unknown, string>()

/**
 * An `import()` that can be retried. Browsers keep a script's failure under its address (whatwg/html issue 6768), so a
 * retry requests the same file with another query.
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

/** Resolves at the next sign that a retry may succeed. */
export const nextSign = () =>
  new Promise<void>((resolve) => {
    for (const sign of ['pointerdown', 'online'])
      addEventListener(sign, () => resolve(), { once: true, capture: true })
  })

/** Retries until the import succeeds; `onLost` waits for the time of the next try. */
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

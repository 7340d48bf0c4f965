/** Calls back once when the npm (or launcher) that started this process is gone. */
export function watchParent(onGone: () => void): void
/** The Node to go on in: this one, or the release's own where that is another; refuses when there is none. */
export function chooseNode(): string

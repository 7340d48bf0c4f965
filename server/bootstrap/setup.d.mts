/** Calls back once when the npm (or launcher) that started this process is gone. */
export function watchParent(onGone: () => void): void
/** The Node for children: this one when it is modern, else the local one; refuses when there is neither. */
export function chooseNode(): string

/** Builds into build/ unless what is there came from exactly these sources. */
export function buildIfStale(node: string): Promise<void>

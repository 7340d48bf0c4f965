/** Builds into build/ unless what is there came from exactly these sources; whether it had to. */
export function buildIfStale(node: string): Promise<boolean>

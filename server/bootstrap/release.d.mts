/** Where the shop was installed: a relative DATA_DIR and releases/ lie in it, whichever release runs. */
export const home: string
/** The folder of the release that counts: `home` itself until the first upgrade. */
export function currentRelease(): string

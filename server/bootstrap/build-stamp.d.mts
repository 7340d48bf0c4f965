/** Whether the next start takes what is in build/, also where it was shipped so. */
export function isBuilt(): boolean

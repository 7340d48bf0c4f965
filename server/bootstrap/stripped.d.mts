export function readStripped(file: string): Buffer | null
export function writeStripped(): void

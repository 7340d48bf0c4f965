import type { MostOfFile } from '../../rules/imports/imports.ts'

/** The refusal of a file above its limits. */
export const tooLarge = ({ bytes, rows }: MostOfFile) =>
  ({ ok: false, reason: 'import-too-large', megabytes: bytes / 1024 / 1024, rows }) as const

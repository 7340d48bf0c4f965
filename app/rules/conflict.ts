type Values<F extends string> = Record<F, string>

/** What is shown to who came second: nothing of theirs is saved, and nothing overwritten until they decide. */
export type Conflict = {
  /** The version that stands now: saving again with it replaces what the other one wrote. */
  version: number
  /** Who changed it meanwhile, where it is known. */
  by: string | null
  /** What changed it, where no person did. */
  cause?: string | null
  fields: readonly { label: string; mine: string; theirs: string }[]
}

/** What two people wrote into the same form, side by side: only the fields that differ. */
export const sideBySide = <F extends string>(
  labels: Values<F>,
  mine: Values<F>,
  theirs: Values<F>,
  fields?: readonly F[],
) =>
  (Object.keys(labels) as F[])
    .filter((field) => !fields || fields.includes(field))
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({ label: labels[field], mine: mine[field], theirs: theirs[field] }))

/**
 * Two edits of one form, compared with what the later one was loaded with: who changed a field keeps it,
 * and only those that both changed to something else are conflicting. Fields that mean something only with
 * one another are `coupled`. Without what was loaded every difference is a conflict.
 */
export function mergeEdits<F extends string>(
  { mine, theirs, loaded }: { mine: Values<F>; theirs: Values<F>; loaded: Values<F> | null },
  coupled: readonly (readonly NoInfer<F>[])[] = [],
) {
  const alone = (Object.keys(mine) as F[])
    .filter((field) => !coupled.some((group) => group.includes(field)))
    .map((field) => [field])
  const merged = { ...mine }
  const conflicting: F[] = []
  for (const group of [...alone, ...coupled]) {
    const isSame = (one: Values<F>, other: Values<F> | null) =>
      group.every((field) => one[field] === other?.[field])
    if (isSame(mine, theirs) || isSame(theirs, loaded)) continue
    if (isSame(mine, loaded)) for (const field of group) merged[field] = theirs[field]
    else conflicting.push(...group)
  }
  return { merged, conflicting }
}

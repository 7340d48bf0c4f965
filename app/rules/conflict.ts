type Values<F extends string> = Record<F, string>

/** What the second of two editors sees: nothing of theirs is saved or overwritten until they decide. */
export type Conflict = {
  /** The version stored now: saving again with it replaces what the other editor wrote. */
  version: number
  /** Who made the other change; null when it is not known. */
  by: string | null
  /** What made the other change when no person did. */
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
 * Merges two edits of one form by comparing both with the values that the later form was loaded with. A field that only
 * one editor changed keeps that change; a field that both changed to different values is a conflict. `coupled` lists
 * fields that only make sense together. Without loaded values every difference is a conflict.
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

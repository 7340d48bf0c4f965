/** What a text that staff write may leave open, in braces, and what stands there: `{name}`. */
export type Placeholders<Subject> = Record<string, (subject: Subject) => string>

/** As staff write them. */
export const placeholderNames = <Subject>(placeholders: Placeholders<Subject>) =>
  Object.keys(placeholders).map((name) => `{${name}}`)

/**
 * A text for one subject; what is in braces and no placeholder stays as it is, and what is filled in is not
 * filled in turn.
 */
export const fillPlaceholders = <Subject>(
  text: string,
  placeholders: Placeholders<Subject>,
  subject: Subject,
) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? (placeholders[name]?.(subject) ?? whole) : whole,
  )

/** What stands in braces and is no placeholder. */
export const unknownPlaceholders = <Subject>(text: string, placeholders: Placeholders<Subject>) =>
  (text.match(/\{[^{}]*\}/g) ?? []).filter(
    (whole) => !Object.hasOwn(placeholders, whole.slice(1, -1)),
  )

/** A placeholder in braces (`{name}`) that staff may use in a text, and the value that replaces it. */
export type Placeholders<Subject> = Record<string, (subject: Subject) => string>

/** The placeholders as staff write them. */
export const placeholderNames = <Subject>(placeholders: Placeholders<Subject>) =>
  Object.keys(placeholders).map((name) => `{${name}}`)

/**
 * Fills in a text for one subject. Text in braces that is no placeholder stays as it is; braces within a filled-in
 * value are not replaced.
 */
export const fillPlaceholders = <Subject>(
  text: string,
  placeholders: Placeholders<Subject>,
  subject: Subject,
) =>
  text.replace(
    /\{(\w+)\}/g,
    (whole, name: string) =>
      (Object.hasOwn(placeholders, name) ? placeholders[name] : undefined)?.(subject) ?? whole,
  )

/** The texts in braces that are no placeholders. */
export const unknownPlaceholders = <Subject>(text: string, placeholders: Placeholders<Subject>) =>
  (text.match(/\{[^{}]*\}/g) ?? []).filter(
    (whole) => !Object.hasOwn(placeholders, whole.slice(1, -1)),
  )

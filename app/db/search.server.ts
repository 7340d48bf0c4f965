/** A pattern for ILIKE: this text anywhere, `%`, `_` and `\` meaning themselves. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

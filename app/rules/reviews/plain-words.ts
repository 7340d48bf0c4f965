/**
 * Makes a customer's text safe to show among the shop's own words: removes control characters, marks that turn the text
 * direction (a name that ends in one reverses the page after it) or take no room, and piles of accents. Letters of
 * every script, emoji and line breaks stay; several empty lines become one.
 */
export const plainWords = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    // Tabs become spaces; joiners (U+200C, U+200D) hold emoji and some scripts together.
    .replace(/\t/g, ' ')
    .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\u200c\u200d]{2,}/g, '')
    // Only after invisible characters between a letter and its accents were removed.
    .normalize('NFC')
    // A joiner between two accents starts no new letter: otherwise the pile would continue above it.
    .replace(/((?:\p{M}[\u200c\u200d]?){2}\p{M})(?:[\u200c\u200d]?\p{M})+/gu, '$1')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same, on one line. */
export const plainName = (text: string) => plainWords(text).replace(/\s+/g, ' ')

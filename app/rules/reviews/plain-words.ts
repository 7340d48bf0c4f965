/**
 * What people write, as it may be shown among the shop's own words: no control characters, no marks that turn the
 * direction of what follows (a name that ends in one reverses the page after it) or take no room, no towers of accents.
 * Letters of every script, emoji and line breaks stay; of several empty lines one does.
 */
export const plainWords = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    // Tabs become blanks; joiners (U+200C, U+200D) hold emoji and some scripts together.
    .replace(/\t/g, ' ')
    .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\u200c\u200d]{2,}/g, '')
    // Only once nothing unseen is left between a letter and its accents.
    .normalize('NFC')
    // A joiner between two accents makes no new letter: the tower would go on above it.
    .replace(/((?:\p{M}[\u200c\u200d]?){2}\p{M})(?:[\u200c\u200d]?\p{M})+/gu, '$1')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same on one line. */
export const plainName = (text: string) => plainWords(text).replace(/\s+/g, ' ')

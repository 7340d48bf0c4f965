/**
 * The text of a function as a page gets it, without what only its readers need: it is a part of every page. The
 * program stays the same, which rests on this: no string or pattern within has a blank beside such a sign. Checked
 * by: app/web/render/early/function-text.test.ts.
 */
export const functionText = (act: { toString(): string }) =>
  act
    .toString()
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/ ?(=>|===|&&|\|\||[=,{?:]) | (?=[({])/g, '$1')
    .replace(/([,;{}[(])\n/g, '$1')
    .replaceAll(';}', '}')

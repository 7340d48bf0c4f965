/**
 * The text of a function as pages carry it, without comments and blanks, because it is a part of every page. The
 * program stays the same as long as no string or pattern in it has a blank beside one of these signs. Checked by:
 * app/web/render/early/function-text.test.ts.
 */
export const functionText = (act: { toString(): string }) =>
  act
    .toString()
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/ ?(=>|===|&&|\|\||[=,{?:]) | (?=[({])/g, '$1')
    .replace(/([,;{}[(])\n/g, '$1')
    .replaceAll(';}', '}')

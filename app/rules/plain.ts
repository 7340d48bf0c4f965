/**
 * The techniques for speed that depend on the internals of a library, or that a page works without
 * (docs/decisions/0028-techniques-for-speed.md). The setting `RENDER_PLAIN` turns them off, by name or `all`, for the
 * tests, which must pass without any of them, and for `npm run bench -- render`.
 */
export const TECHNIQUES = [
  'named-statements',
  'pipeline',
  'prepared',
  'fragments',
  'one-piece',
  'shop-routes',
  'lazy-scripts',
  'recovery',
  'stable-outlet',
  'page-cache',
] as const
export type Technique = (typeof TECHNIQUES)[number]

/** Whether a word of `RENDER_PLAIN` names a technique, or all of them. */
export const isTechnique = (name: string): name is Technique | 'all' =>
  name === 'all' || TECHNIQUES.some((one) => one === name)

/**
 * Read from the environment, because the built pages and the server around them each have their own copy of this file.
 */
const readNamed = () =>
  typeof process === 'undefined' ? [] : (process.env['RENDER_PLAIN'] ?? '').split(',')
// Marked so that the bundler leaves it out of what browsers get.
const named = /* @__PURE__ */ readNamed()

/**
 * Whether this technique is off. Server only: the server passes it to the browser (web/render/plain-browser.server.ts).
 */
export const isPlain = (name: Technique) => named.includes('all') || named.includes(name)

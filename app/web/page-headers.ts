import { FOR_EVERY_VISITOR } from './render/page-cache.server.ts'

/**
 * `headers` of a page that is the same for every visitor: cached until the catalogue changes, unless the layout around
 * it forbids that because it shows personal data.
 */
export const headersForEveryVisitor = ({ parentHeaders }: { parentHeaders: Headers }) => ({
  'Cache-Control': parentHeaders.get('Cache-Control') ?? FOR_EVERY_VISITOR,
})

import { hash, randomBytes } from 'node:crypto'
import { isLate, LOADER, readPreload, writeLate } from './late-scripts.server.ts'
import { PLAIN_BROWSER } from './plain-browser.server.ts'

/**
 * Marks the scripts that we render ourselves (React writes it as their nonce). It is taken out before
 * the page is sent: text that somebody smuggled into a page cannot carry it. It begins with a letter that
 * pages hardly have, which makes finding it ten times as quick.
 */
export const OWN_SCRIPT = `~${randomBytes(18).toString('base64url')}`

const BEFORE_MARK = ' nonce="'.length
const AFTER_MARK = `${OWN_SCRIPT}"`.length
const SCRIPT_END = '</script>'

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`
const LOADER_HASH = hashOf(LOADER)
const PLAIN_HASH = hashOf(PLAIN_BROWSER)

/** `waits`: its scripts come with the first act; `early` is a script that runs until then. */
export type PageKind = { waits?: boolean; early?: string }

/**
 * Turns a rendered document into what is sent: scripts wait until the page can be read (docs/architecture.md,
 * Screens), and the policy names the hash of each inline script of ours, so that no stranger's runs.
 *
 * Relies on React (19.3) and react-router (8.4) writing the nonce that they are given into each of their scripts.
 * Checked by: finish-page.server.test.ts. No switch: the policy needs the hashes.
 */
export function finishPage(rendered: string, { waits = false, early = '' }: PageKind = {}) {
  const files: string[] = []
  const hashes = new Set([LOADER_HASH])
  const parts: string[] = []
  let at = 0
  // From mark to mark: a page is a hundred times longer than what changes in it.
  for (;;) {
    const mark = rendered.indexOf(OWN_SCRIPT, at)
    if (mark < 0) break
    const start = rendered.lastIndexOf('<', mark)
    const open = rendered.indexOf('>', mark) + 1
    const tag = rendered.slice(start, mark - BEFORE_MARK) + rendered.slice(mark + AFTER_MARK, open)
    parts.push(rendered.slice(at, start))
    if (PLAIN_BROWSER && at === 0) {
      parts.push('<script>', PLAIN_BROWSER, SCRIPT_END)
      hashes.add(PLAIN_HASH)
    }
    at = open
    const href = readPreload(tag)
    if (href) files.push(href)
    else if (!tag.startsWith('<script')) parts.push(tag)
    else {
      const end = rendered.indexOf(SCRIPT_END, open)
      const body = rendered.slice(open, end)
      at = end + SCRIPT_END.length
      hashes.add(hashOf(body))
      if (isLate(tag)) parts.push(writeLate(body, files, waits))
      else parts.push(tag, body, SCRIPT_END)
    }
  }
  parts.push(rendered.slice(at))
  if (early) {
    // What follows `</html>` belongs to the body all the same.
    parts.push('<script>', early, SCRIPT_END)
    hashes.add(hashOf(early))
  }
  return { page: Buffer.from(parts.join('')), scriptHashes: [...hashes] }
}

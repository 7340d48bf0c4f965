import { hash, randomBytes } from 'node:crypto'
import { isLazy, LOADERS, readPreload, writeLazy } from './lazy-scripts.server.ts'
import { PLAIN_BROWSER } from './plain-browser.server.ts'

/**
 * Marks the scripts that the shop renders itself (React writes it as their nonce). It is removed before the page is
 * sent: text that somebody smuggles into a page cannot carry it. It begins with a character that pages hardly contain,
 * which makes finding it ten times as fast.
 */
export const OWN_SCRIPT = `~${randomBytes(18).toString('base64url')}`

const BEFORE_MARK = ' nonce="'.length
const AFTER_MARK = `${OWN_SCRIPT}"`.length
const SCRIPT_END = '</script>'

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`
const LOADER_HASHES = { withAct: hashOf(LOADERS.withAct), idle: hashOf(LOADERS.idle) }
const PLAIN_HASH = hashOf(PLAIN_BROWSER)

/**
 * `waits`: the page's scripts load with the first action; `early`: a script that runs until then. `handOver`: the
 * loader data, as a script at the end of the body.
 */
export type PageKind = { waits?: boolean; early?: string; handOver?: string }
const END = '</body></html>'

/**
 * Turns a rendered document into the page that is sent. Its scripts wait until the page can be read
 * (docs/architecture.md, Screens), and the policy names the hash of each inline script of ours, so that no other script
 * runs. It works on bytes: React's text consists of thousands of pieces, which are joined once, when they are encoded.
 *
 * Relies on React (19.3) and react-router (8.4) writing the nonce that they are given into each of their scripts.
 * Checked by: finish-page.server.test.ts. No switch: the policy needs the hashes.
 */
export function finishPage(
  rendered: string,
  { waits = false, early = '', handOver = '' }: PageKind = {},
) {
  const bytes = Buffer.from(rendered)
  const files: string[] = []
  const hashes = new Set([waits ? LOADER_HASHES.withAct : LOADER_HASHES.idle])
  const parts: Buffer[] = []
  const put = (...texts: string[]) => parts.push(Buffer.from(texts.join('')))
  const putScript = (script: string) => {
    put('<script>', script, SCRIPT_END)
    hashes.add(hashOf(script))
  }
  let at = 0
  // Goes from mark to mark: a page is a hundred times longer than the parts that change.
  for (;;) {
    const mark = bytes.indexOf(OWN_SCRIPT, at)
    if (mark < 0) break
    const start = bytes.lastIndexOf('<', mark)
    const open = bytes.indexOf('>', mark) + 1
    const tag =
      bytes.toString('utf8', start, mark - BEFORE_MARK) +
      bytes.toString('utf8', mark + AFTER_MARK, open)
    parts.push(bytes.subarray(at, start))
    if (PLAIN_BROWSER && at === 0) {
      put('<script>', PLAIN_BROWSER, SCRIPT_END)
      hashes.add(PLAIN_HASH)
    }
    at = open
    const href = readPreload(tag)
    if (href) files.push(href)
    else if (!tag.startsWith('<script')) put(tag)
    else {
      const end = bytes.indexOf(SCRIPT_END, open)
      const body = bytes.toString('utf8', open, end)
      at = end + SCRIPT_END.length
      hashes.add(hashOf(body))
      if (isLazy(tag)) put(writeLazy(body, files, waits))
      else put(tag, body, SCRIPT_END)
    }
  }
  const end = handOver ? bytes.lastIndexOf(END) : bytes.length
  parts.push(bytes.subarray(at, end))
  if (handOver) putScript(handOver)
  parts.push(bytes.subarray(end))
  // Browsers add what follows `</html>` to the body.
  if (early) putScript(early)
  return {
    page: Buffer.concat(parts),
    scriptHashes: [...hashes],
    // `$!` is React's mark of a part that threw (`<!--$!-->`).
    isBroken: bytes.includes('$!-->'),
  }
}

import { createHash, randomBytes } from 'node:crypto'

// Fetches the scripts when the page is idle or first touched; until then links and forms work by themselves.
const LOADER = `(()=>{let done;const start=()=>{if(done)return;done=1;const late=document.getElementById("late");for(const href of JSON.parse(late.dataset.files)){const link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)}const script=document.createElement("script");script.type="module";script.textContent=late.textContent;document.head.append(script)};for(const name of["pointerdown","keydown","touchstart"])addEventListener(name,()=>{window.isTouched=true;start()},{once:true,capture:true,passive:true});const idle=()=>(window.requestIdleCallback||setTimeout)(start,{timeout:1500});document.readyState==="complete"?idle():addEventListener("load",idle)})()`

/**
 * Marks the scripts that we render ourselves (React writes it as their nonce). It is taken out before
 * the page is sent: text that somebody smuggled into a page cannot carry it.
 */
export const OWN_SCRIPT = randomBytes(18).toString('base64url')

// The built table of routes; the shop's pages get the one without the staff's (react-router.config.ts).
const MANIFEST = /(\/assets\/manifest-[\w-]+)\.js/g
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g
const END = '</body></html>'
const SCRIPT = new RegExp(`<script nonce="${OWN_SCRIPT}"([^>]*)>([\\s\\S]*?)</script>`, 'g')

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const LOADER_HASH = hashOf(LOADER)

/** Hands what the loaders read to the router's own script, as its streamed pages do (its StreamTransfer). */
const handOver = (loaded: string) =>
  `<script nonce="${OWN_SCRIPT}">window.__reactRouterContext.streamController.enqueue(${asScript(loaded)});window.__reactRouterContext.streamController.close()</script>`

/** Text as a literal that cannot end its script. */
const asScript = (text: string) =>
  JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * Turns a rendered document into what is sent: scripts wait until the page can be read (design.md,
 * law 11), and the policy names the hash of each inline script of ours, so that no stranger's runs.
 * `loaded` is what the loaders read, in the router's own writing.
 */
export function finishPage(
  rendered: string,
  { loaded = '', isStaff = false } = {},
): {
  page: Buffer<ArrayBuffer>
  scriptHashes: string[]
} {
  const files: string[] = []
  const hashes = new Set([LOADER_HASH])
  const whole = loaded ? rendered.replace(END, () => handOver(loaded) + END) : rendered
  const finished = (isStaff ? whole : whole.replace(MANIFEST, '$1.shop.js'))
    .replace(PRELOAD, (_tag, href: string) => {
      files.push(href)
      return ''
    })
    .replace(SCRIPT, (_tag, attributes: string, body: string) => {
      hashes.add(hashOf(body))
      if (!attributes.includes('type="module"')) return `<script${attributes}>${body}</script>`
      const list = JSON.stringify(files).replaceAll('"', '&quot;')
      return `<script type="text/late" id="late" data-files="${list}">${body}</script><script>${LOADER}</script>`
    })
    .replaceAll(` nonce="${OWN_SCRIPT}"`, '')
  return { page: Buffer.from(finished), scriptHashes: [...hashes] }
}

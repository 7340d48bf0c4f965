import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { finishPage, OWN_SCRIPT } from './finish-page.server.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const own = `nonce="${OWN_SCRIPT}"`
const PAGE = `<html><head><link rel="modulepreload" href="/assets/a.js" ${own}/></head><body>
<script ${own}>window.context = "Mwadzuka bwanji – ★"</script><script ${own} type="module" async="">import "/assets/a.js"</script></body></html>`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const finish = (html: string) => {
  const { page, scriptHashes } = finishPage(html)
  return { html: page.toString(), scriptHashes }
}
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')

test('no module is loaded before the page can be read', () => {
  const { html } = finish(PAGE)
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toContain('<script type="module"')
  expect(html).toContain('data-files="[&quot;/assets/a.js&quot;]"')
})

test('the policy allows every inline script of the shop, including the late one', () => {
  const { html, scriptHashes } = finish(PAGE)
  expect(scriptsOf(html)).toHaveLength(3)
  for (const script of scriptsOf(html)) expect(scriptHashes).toContain(hash(script))
})

test('a page that is loading for its visitor says so, and the policy allows its early script', () => {
  expect(finish(PAGE).html).not.toContain('data-start')
  const { page, scriptHashes } = finishPage(PAGE, { waits: true, early: 'turn()' })
  expect(page.toString()).toContain('id="lazy" data-start="first act"')
  expect(scriptsOf(page.toString()).at(-1)).toBe('turn()')
  expect(scriptHashes).toContain(hash('turn()'))
})

test('the loader data is last in the body and allowed by the policy, and a page says whether a part of it threw', () => {
  const { page, scriptHashes, isBroken } = finishPage(PAGE, { handOver: 'enqueue()' })
  expect(page.toString()).toMatch(/<script>enqueue\(\)<\/script><\/body><\/html>$/)
  expect(scriptHashes).toContain(hash('enqueue()'))
  expect(isBroken).toBe(false)
  expect(finishPage(PAGE.replace('<body>', '<body><!--$!-->')).isBroken).toBe(true)
})

test('a script injected into the page is not allowed by the policy, and the marker is not sent', () => {
  const smuggled = 'fetch("https://evil.example")'
  const { html, scriptHashes } = finish(
    PAGE.replace(
      '<body>',
      `<body><script>${smuggled}</script><script nonce="guess">${smuggled}</script>`,
    ),
  )
  expect(scriptHashes).not.toContain(hash(smuggled))
  expect(html).not.toContain(OWN_SCRIPT)
})

test('the browser gets the list of disabled techniques, and nothing when none is', async () => {
  expect(finish(PAGE).html).not.toContain('isUnguarded=true')
  vi.stubEnv('RENDER_PLAIN', 'all')
  vi.resetModules()
  const plain = await import('./finish-page.server.ts')
  const { page, scriptHashes } = plain.finishPage(PAGE.replaceAll(OWN_SCRIPT, plain.OWN_SCRIPT))
  const scripts = scriptsOf(page.toString())
  expect(scripts[0]).toBe('isUnguarded=true;isOutletPlain=true')
  for (const script of scripts) expect(scriptHashes).toContain(hash(script))
})

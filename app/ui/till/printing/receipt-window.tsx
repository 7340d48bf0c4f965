import { flushSync } from 'react-dom'
import type { Columns, Row } from '../../../rules/till/receipt-rows.ts'
import type { TillRefusal } from '../refusals.ts'
import { PAPER_MM, ReceiptPaper } from './receipt-paper.tsx'

/** The window is 400 x 600; it prints after 500 ms (public/admin/pos/receipt.js). */
const FEATURES = 'width=400,height=600'
const PAGE = '/admin/pos/receipt.html'
const CHANNEL = 'zovala-receipt'
/** On a weak device the browser first starts a process for the window. */
const PATIENCE_MS = 15_000
/** In true size the type is tiny on a screen; at this zoom it fills the window. */
const ZOOM = { 32: 1.5, 48: 1.2 } as const

/**
 * Opens the receipt's window and hands it the slip, which it prints. Must be called on the click itself. Refuses with
 * 'pos-print' when popups are blocked. The window has no opener: with one, the browser's print dialog would block the
 * till, and its uploads, until somebody closes it.
 */
export function printInWindow(
  title: string,
  rows: readonly Row[],
  columns: Columns,
): Promise<{ ok: true } | TillRefusal> {
  const id = crypto.randomUUID()
  const channel = new BroadcastChannel(CHANNEL)
  const asked = new Promise<boolean>((done) => {
    channel.addEventListener('message', ({ data }: MessageEvent<{ id: string }>) => {
      if (data.id === id) done(true)
    })
    setTimeout(() => done(false), PATIENCE_MS)
  })
  const isOpen = window.open(`${PAGE}#${id}`, '', FEATURES) !== null
  return handOver()

  async function handOver(): Promise<{ ok: true } | TillRefusal> {
    const isThere = isOpen && (await asked)
    const { paper: paperMm } = PAPER_MM[columns]
    const html = isThere && (await htmlOf(rows, columns))
    const slip = html && { title, html, paperMm, zoom: ZOOM[columns] }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's own
    if (slip) channel.postMessage({ id, slip })
    channel.close()
    if (isThere) return { ok: true }
    return { ok: false, reason: isOpen ? 'pos-print-late' : 'pos-print' }
  }
}

async function htmlOf(rows: readonly Row[], columns: Columns) {
  // Imported here, because it would take 2 MB of each web process, and the server renders no slip.
  const { createRoot } = await import('react-dom/client')
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<ReceiptPaper rows={rows} columns={columns} />))
  const { innerHTML } = place
  root.unmount()
  return innerHTML
}

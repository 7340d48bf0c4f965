import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Columns, Row } from '../../../rules/receipt-rows.ts'
import { PAPER_MM, ReceiptPaper } from './receipt-paper.tsx'

/** Spec §2: the window is 400 x 600 and prints after 500 ms. */
const FEATURES = 'width=400,height=600'
const PRINT_AFTER_MS = 500
/** A job that was begun by the keyboard is still being made when `afterprint` tells that it is over. */
const CLOSE_AFTER_MS = 500
const MM_PER_PX = 25.4 / 96
/** On the screen true size is tiny type: so much larger it fills the window. */
const ZOOM = { 32: 1.5, 48: 1.2 } as const

/** Opens the receipt's window, empty; null when popups are blocked. To be called on the click itself. */
export const openReceiptWindow = () => window.open('', '', FEATURES)

/**
 * The sheet is as long as the slip: a browser that is told only the width feeds a roll to the length of
 * its paper, 20 cm and more of it blank. No margins: in them it would print address, date and page.
 */
const printStyle = (columns: Columns, heightMm: number) => `
  @page { size: ${PAPER_MM[columns].paper}mm ${heightMm}mm; margin: 0 }
  html, body { margin: 0; background: white }
  @media screen {
    html { background: #e8e2d8 }
    body { zoom: ${ZOOM[columns]}; width: max-content; margin: 0 auto; background: none }
    nav { position: sticky; top: 0; display: flex; gap: 4px; padding: 4px; background: #e8e2d8 }
    nav button { flex: 1; min-height: 32px; font: 600 11px system-ui, sans-serif }
  }
  @media print {
    nav { display: none }
    html, body { height: ${heightMm - 1}mm; overflow: hidden }
  }`

const Slip = (props: {
  rows: readonly Row[]
  columns: Columns
  onPrint: () => void
  onClose: () => void
}) => (
  <>
    <nav>
      <button type="button" onClick={props.onPrint}>
        Print
      </button>
      <button type="button" onClick={props.onClose}>
        Close
      </button>
    </nav>
    <main>
      <ReceiptPaper rows={props.rows} columns={props.columns} />
    </main>
  </>
)

/**
 * Fills the window with the slip, prints it after 500 ms and closes it when the printing is over.
 * On Android it stays: there the dialog opens after the printing is said to be over, and would close with it.
 */
export function fillReceiptWindow(
  paper: Window,
  title: string,
  rows: readonly Row[],
  columns: Columns,
) {
  const { document } = paper
  const staysOpen = /Android/i.test(paper.navigator.userAgent)
  document.title = title
  document.documentElement.lang = 'en'
  const root = createRoot(document.body)
  flushSync(() =>
    root.render(
      <Slip
        rows={rows}
        columns={columns}
        onPrint={() => paper.print()}
        onClose={() => paper.close()}
      />,
    ),
  )
  const height = document.querySelector('main')?.getBoundingClientRect().height ?? 0
  const style = document.createElement('style')
  // More than it needs: a fraction too short would make a second page, blank.
  style.textContent = printStyle(columns, Math.ceil(height * MM_PER_PX) + 2)
  document.head.append(style)
  if (!staysOpen)
    paper.addEventListener('afterprint', () => {
      paper.setTimeout(() => paper.close(), CLOSE_AFTER_MS)
    })
  // The window's own clock: behind it, ours may be slowed down.
  paper.setTimeout(() => {
    paper.focus()
    paper.print()
  }, PRINT_AFTER_MS)
}

// The window of a receipt. It has no opener (its page comes without the till's Cross-Origin-Opener-Policy):
// while its print dialog is open the till goes on. What it prints it gets by ui/till/printing/receipt-window.tsx.

const PRINT_AFTER_MS = 500
// A job that was begun by the keyboard is still being made when `afterprint` tells that it is over.
const CLOSE_AFTER_MS = 500
const MM_PER_PX = 25.4 / 96

// The sheet is as long as the slip: a browser that is told only the width feeds a roll to the length of
// its paper, 20 cm and more of it blank. No margins: in them it would print address, date and page.
const printStyle = ({ paperMm, zoom }, heightMm) => `
  @page { size: ${paperMm}mm ${heightMm}mm; margin: 0 }
  html, body { margin: 0; background: white }
  @media screen {
    html { background: #e8e2d8 }
    body { zoom: ${zoom}; width: max-content; margin: 0 auto; background: none }
    nav { position: sticky; top: 0; display: flex; gap: 4px; padding: 4px; background: #e8e2d8 }
    nav button { flex: 1; min-height: 32px; font: 600 11px system-ui, sans-serif }
  }
  @media print {
    nav { display: none }
    html, body { height: ${heightMm - 1}mm; overflow: hidden }
  }`

document.getElementById('print').addEventListener('click', () => print())
document.getElementById('close').addEventListener('click', () => close())

function show(slip) {
  document.title = slip.title
  const main = document.querySelector('main')
  main.innerHTML = slip.html
  const style = document.createElement('style')
  // More than it needs: a fraction too short would make a second page, blank.
  style.textContent = printStyle(
    slip,
    Math.ceil(main.getBoundingClientRect().height * MM_PER_PX) + 2,
  )
  document.head.append(style)
  // On Android the dialog opens after the printing is said to be over, and would close with its window.
  if (!/Android/i.test(navigator.userAgent))
    addEventListener('afterprint', () => setTimeout(() => close(), CLOSE_AFTER_MS))
  setTimeout(
    () => {
      focus()
      print()
    },
    Math.max(0, PRINT_AFTER_MS - performance.now()),
  )
}

const id = location.hash.slice(1)
const till = new BroadcastChannel('zovala-receipt')
till.addEventListener('message', ({ data }) => {
  if (data.id !== id || !data.slip) return
  till.close()
  show(data.slip)
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's own
till.postMessage({ id })

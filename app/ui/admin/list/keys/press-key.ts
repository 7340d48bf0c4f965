const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, summary, [contenteditable]'
/** How many rows a key moves on, for the keys that move. */
const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Whether a key press is meant for the list: nobody is typing, no window is open, and the browser does not use it. */
export function isOurs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.isComposing || document.querySelector('dialog[open]')) return false
  return !(event.target instanceof Element && event.target.closest(FIELDS))
}

/** Does the act of a key; false for a key without one. */
export function actOnKey(
  { key, target, repeat }: KeyboardEvent,
  search: HTMLInputElement | null,
): boolean {
  if (key === '/' && search) {
    search.focus()
    return true
  }
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const step = STEPS[key]
  if (step !== undefined) {
    // Outside of rows the arrows scroll the page.
    if (key.startsWith('Arrow') && !at) return false
    return leadTo(at, step)
  }
  if (!at || repeat) return false
  if (key === 'Enter' && at === target) return press(openerOf(at))
  return key === 'x' ? press(at.querySelector('input[type=checkbox]')) : false
}

/**
 * Focuses the row that is `step` away; from outside of the list, the row that is open beside it, or the first or
 * last one.
 */
function leadTo(at: HTMLElement | null, step: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter(
    (row) => row.getClientRects().length > 0,
  )
  const open = rows.findIndex((row) => row.querySelector('a[aria-current=true]'))
  const from = at ? rows.indexOf(at) : open
  const row = from < 0 ? rows.at(step > 0 ? 0 : -1) : rows[from + step]
  if (!row) return at !== null
  row.tabIndex = -1
  row.focus()
  return true
}

/** The link that opens a row: the one marked `data-opens`, otherwise its first link within the shop. */
const openerOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('a[data-opens]') ??
  row.querySelector<HTMLElement>('a[href^="/"], a[href^="?"]')

function press(control: HTMLElement | null): boolean {
  control?.click()
  return control !== null
}

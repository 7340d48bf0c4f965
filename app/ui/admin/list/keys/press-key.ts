const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, summary, [contenteditable]'
/** What each key does: how many rows it leads on, for those that lead. */
const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Whether a key is for the list: nobody types, no window is open, and the browser has no use for it. */
export function isOurs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.isComposing || document.querySelector('dialog[open]')) return false
  return !(event.target instanceof Element && event.target.closest(FIELDS))
}

/** Does what a key says; false for one that says nothing here. */
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
    // Elsewhere the arrows move the page.
    if (key.startsWith('Arrow') && !at) return false
    return leadTo(at, step)
  }
  if (!at || repeat) return false
  if (key === 'Enter' && at === target) return press(openerOf(at))
  return key === 'x' ? press(at.querySelector('input[type=checkbox]')) : false
}

/** The row a step away; from outside of the list the one that is open beside it, or its end on that side. */
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

/**
 * What opens a row: its number, its Edit where it has another link before that, or else its first way within the shop.
 */
const openerOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('a[data-opens]') ??
  row.querySelector<HTMLElement>('a[href^="/"], a[href^="?"]')

function press(control: HTMLElement | null): boolean {
  control?.click()
  return control !== null
}

import type { Browser } from './browser.ts'

const PATIENCE = 15_000

type Kind = 'button' | 'link' | 'field' | 'heading' | 'text'

/** What a person looks for: a kind of element and its text, whole or (by a pattern) in part. */
export type Target = { kind: Kind; words: string | RegExp; within?: string }

/** A page as a person uses it: elements are found by their text, and pressed where they can be pressed. */
export class Page {
  readonly browser: Browser
  readonly #base: string

  constructor(browser: Browser, base: string) {
    this.browser = browser
    this.#base = base
  }

  go = (path: string) => this.browser.go(this.#base + path)
  path = () => this.browser.run(() => location.pathname + location.search)

  press = (words: string | RegExp, within?: string) => this.#click('button', words, within)
  follow = (words: string | RegExp, within?: string) => this.#click('link', words, within)
  tick = (words: string | RegExp, within?: string) => this.#click('field', words, within)

  async fill(label: string | RegExp, value: string, within?: string) {
    const selector = await this.#find('field', label, within)
    await this.browser.click(selector)
    await this.browser.run(
      (css) => document.querySelector<HTMLInputElement>(css)?.select(),
      selector,
    )
    await this.browser.type(value)
    await this.until(
      `${label} holds ${value}`,
      (css, expected) =>
        document.querySelector<HTMLInputElement>(css)?.value.replaceAll(',', '') ===
        expected.replaceAll(',', ''),
      selector,
      value,
    )
  }

  /** A test cannot open a list that the system draws: the value is changed as that list would change it. */
  async choose(label: string | RegExp, option: string) {
    const selector = await this.#find('field', label)
    await this.browser.run(
      (css, expected) => {
        const list = document.querySelector<HTMLSelectElement>(css)
        const found = [...(list?.options ?? [])].find(({ label: words }) => words === expected)
        if (!list || !found) throw new Error(`no ${expected}`)
        list.focus()
        list.value = found.value
        list.dispatchEvent(new Event('input', { bubbles: true }))
        list.dispatchEvent(new Event('change', { bubbles: true }))
      },
      selector,
      option,
    )
  }

  sees = async (words: string | RegExp, kind: Kind = 'text', within?: string) =>
    void (await this.#find(kind, words, within))

  /** Waits until the page answers true. */
  async until<A extends unknown[]>(
    what: string,
    question: (...args: A) => boolean | Promise<boolean>,
    ...args: A
  ) {
    const end = Date.now() + PATIENCE
    let last: unknown
    while (Date.now() < end) {
      try {
        if (await this.browser.run(question, ...args)) return
      } catch (error) {
        // The page is just being left.
        last = error
      }
    }
    const seen = await this.browser
      .run(() => `${location.pathname}\n${document.body.innerText}`)
      .catch(String)
    throw new Error(`${this.browser.name} waited in vain until ${what}. It shows: ${seen}`, {
      cause: last,
    })
  }

  async #click(kind: Kind, words: string | RegExp, within?: string) {
    await this.browser.click(await this.#find(kind, words, within))
  }

  /** A selector for the first matching element that is visible, enabled and not moving. */
  async #find(kind: Kind, words: string | RegExp, within = 'body') {
    const mark = `[data-found="${(this.#found += 1)}"]`
    await this.until(
      `there is a ${kind} "${words}"`,
      findInPage,
      kind,
      words instanceof RegExp ? words.source : words,
      words instanceof RegExp,
      within,
      String(this.#found),
    )
    return mark
  }
  #found = 0
}

function findInPage(kind: string, words: string, isPattern: boolean, within: string, mark: string) {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    field: 'input, select, textarea',
    heading: 'h1, h2, h3',
    text: '*',
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const matches = (text: string) =>
    isPattern ? new RegExp(words).test(plain(text)) : plain(text) === words
  const nameOf = (element: HTMLElement) => {
    const label = element.getAttribute('aria-label')
    if (label) return label
    const by = element.getAttribute('aria-labelledby')
    if (by)
      return by
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
    const labels = (element as HTMLInputElement).labels
    if (labels?.length) return [...labels].map((label) => label.textContent).join(' ')
    return element.innerText ?? ''
  }
  const isSeen = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]') &&
    !(element as HTMLButtonElement).disabled
  for (const box of document.querySelectorAll(within)) {
    const found = [...box.querySelectorAll<HTMLElement>(selectors[kind] ?? kind)].filter(
      (element) => matches(nameOf(element)) && isSeen(element),
    )
    // The innermost element contains the text itself.
    const one = kind === 'text' ? found.at(-1) : found[0]
    if (!one) continue
    one.setAttribute('data-found', mark)
    if (kind !== 'text') one.scrollIntoView({ block: 'center', behavior: 'instant' })
    return true
  }
  return false
}

/** A script that runs in the page; its arguments are sent as JSON, and its result is returned. */
export type InPage<A extends unknown[], R> = (...args: A) => R | Promise<R>

/** The functions of a browser that a journey needs; the two engines use different protocols for them. */
export type Browser = {
  readonly name: string
  /** Opens an address in the front window. */
  go: (url: string) => Promise<void>
  run: <A extends unknown[], R>(script: InPage<A, R>, ...args: A) => Promise<Awaited<R>>
  /** Presses and releases the main button in the middle of the element that the selector finds. */
  click: (selector: string) => Promise<void>
  /** Types into the focused element. */
  type: (text: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Opens another window of the same browser in front, and closes the former one. */
  newWindow: () => Promise<void>
  back: () => Promise<void>
  close: () => Promise<void>
}

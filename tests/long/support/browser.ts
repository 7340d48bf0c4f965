/** A script that runs in the page, with arguments that JSON can carry; what it answers comes back. */
export type InPage<A extends unknown[], R> = (...args: A) => R | Promise<R>

/** What a journey needs of a browser; the two engines speak different protocols for it. */
export type Browser = {
  readonly name: string
  /** Opens an address in the front window. */
  go: (url: string) => Promise<void>
  run: <A extends unknown[], R>(script: InPage<A, R>, ...args: A) => Promise<Awaited<R>>
  /** Presses and releases the main button in the middle of the element that the selector finds. */
  click: (selector: string) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Another window of the same browser is in front from now on; the one before it is closed. */
  newWindow: () => Promise<void>
  back: () => Promise<void>
  close: () => Promise<void>
}

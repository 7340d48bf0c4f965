/**
 * Work that is done one after the other within a process: a decoded picture of 50 megapixels takes some
 * 150 MB, and two such at once are what a small server cannot carry.
 */
export function openDecodingLine() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

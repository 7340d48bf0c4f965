/** Reads retry once (docs/product.md, Screens): a connection that broke meanwhile is replaced by then. */
export const readTwice = <T>(read: () => Promise<T>) => read().catch(() => read())

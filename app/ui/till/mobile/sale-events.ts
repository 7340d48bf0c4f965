import { listenForNews } from '../store/news.ts'

/** Hears from the server that a sale has changed (null: any may have), and when the line is there again; gives what stops it. */
export const hearOfSales = (hearer: (saleNumber: string | null) => void) =>
  listenForNews({ open: () => hearer(null), sale: hearer })

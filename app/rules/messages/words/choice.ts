import type { Choice } from '../../catalogue/products.ts'

/** A line's size and color as every list of the shop says them: `Size M, Red`; '' without either. */
export const formatChoice = ({ size, color }: Choice) =>
  [size && (/\bsize\b/i.test(size) ? size : `Size ${size}`), color].filter(Boolean).join(', ')

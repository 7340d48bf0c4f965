import { redirect } from 'react-router'

/** The short address of the till, which stands at /admin/pos (docs/product.md, Till). */
export const loader = () =>
  redirect('/admin/pos', { headers: { 'Cache-Control': 'private, no-store' } })

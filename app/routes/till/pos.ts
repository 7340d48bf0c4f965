import { redirect } from 'react-router'

/** The specification links here; the till itself stands at /admin/pos (docs/product.md, Till). */
export const loader = () =>
  redirect('/admin/pos', { headers: { 'Cache-Control': 'private, no-store' } })

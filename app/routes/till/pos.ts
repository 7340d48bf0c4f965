import { redirect } from 'react-router'

/** The specification links here; the till itself stands at /admin/pos (decisions.md, Paths). */
export const loader = () =>
  redirect('/admin/pos', { headers: { 'Cache-Control': 'private, no-store' } })

import { redirect } from 'react-router'
import { NO_STORE } from '../../web/no-store.ts'

/** The short address of the till, which is at /admin/pos (docs/product.md, Till). */
export const loader = () => redirect('/admin/pos', { headers: NO_STORE })

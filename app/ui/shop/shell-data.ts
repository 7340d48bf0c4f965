import type { Toast } from '../../rules/messages/toast.ts'

type Named = { name: string; slug: string }
export type StaffLink = { to: string; label: string; reloadDocument: true }
export type ShellCategory = Named & { children: Named[] }

/** What stands around every screen of the shop. */
export type ShellData = {
  /** null while they could not be read. */
  categories: ShellCategory[] | null
  /** `id`: whose acts wait on this device (web/render/waiting/waiting-acts.ts). */
  visitor: { id: string; name: string; staffLinks: StaffLink[] } | null
  cartCount: number
  wishlistCount: number
  isSample?: boolean
  /** That payments are a test; in words from the server, which every first visit would pay for in a script. */
  testNotice?: string | null
  toast: Toast | null
}

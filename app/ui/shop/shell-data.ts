import type { Toast } from '../../rules/messages/toast.ts'

type Named = { name: string; slug: string }
export type StaffLink = { to: string; label: string; reloadDocument: true }
export type ShellCategory = Named & { children: Named[] }

/** The data of the frame around every screen of the shop. */
export type ShellData = {
  /** null when the categories could not be read. */
  categories: ShellCategory[] | null
  /** `id`: the person whose acts wait on this device (web/render/waiting/waiting-acts.ts). */
  visitor: { id: string; name: string; staffLinks: StaffLink[] } | null
  cartCount: number
  wishlistCount: number
  isSample?: boolean
  /**
   * The notice that payments are a test. It comes from the server, because in a script every first visit would load it.
   */
  testNotice?: string | null
  toast: Toast | null
}

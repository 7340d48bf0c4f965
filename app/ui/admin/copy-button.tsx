import { Copy } from 'lucide-react'
import { COPIED, generalRefusals } from '../../rules/messages/general.ts'
import type { Message } from '../../rules/messages/message.ts'
import { showToast } from '../kit/toaster.tsx'

/** Copies a text to the clipboard, and says so. */
export async function copyText(text: string, done: Message = { title: COPIED }) {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'good', ...done })
  } catch {
    // Browsers have no clipboard on pages without HTTPS.
    showToast({ tone: 'bad', ...generalRefusals['copying-failed'] })
  }
}

/** Copies a text to the clipboard. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => (
  <button
    type="button"
    onClick={() => void copyText(text)}
    className="needs-script inline-flex min-h-11 items-center gap-2 rounded-card px-2 font-semibold text-lake hover:bg-sand"
  >
    <Copy aria-hidden size={18} /> {label}
  </button>
)

import { Keyboard } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { KeysDialog } from './keys-dialog.tsx'
import { KEYS_ON } from './keys-switch.ts'
import { actOnKey, isOurs } from './press-key.ts'

/**
 * Adds keyboard shortcuts to a list (docs/product.md, Lists of the back office), with a window that lists them and can
 * switch them off, for people who use voice input.
 */
export function useListKeys(search: RefObject<HTMLInputElement | null>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOurs(event) || !KEYS_ON.read()) return
      if (event.key === '?') setOpen(true)
      else if (!actOnKey(event, search.current)) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [search])
  const dialog = isOpen ? <KeysDialog onClose={() => setOpen(false)} /> : null
  return { open: () => setOpen(true), dialog }
}

/** Opens that window, for people who do not know its key or have switched the shortcuts off. */
export const KeysButton = ({ onPress, className }: { onPress: () => void; className: string }) => (
  <button
    type="button"
    onClick={onPress}
    title="Keys of this list"
    className={`needs-script max-md:hidden pointer-coarse:hidden ${className}`}
  >
    <Keyboard aria-hidden size={18} /> <span className="sr-only">Keys of this list</span>
  </button>
)

import { Keyboard } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { KeysDialog } from './keys-dialog.tsx'
import { KEYS_ON } from './keys-switch.ts'
import { actOnKey, isOurs } from './press-key.ts'

/**
 * Works a list by the keyboard (docs/product.md, Lists of the back office): the keys, and the window that says which
 * there are. They can be switched off in it, for who works by voice.
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

/** Opens that window, for who does not know the key yet, or has switched it off. */
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

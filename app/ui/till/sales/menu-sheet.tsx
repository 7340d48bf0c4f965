import {
  BanknoteArrowDown,
  CirclePause,
  Gift,
  LockKeyhole,
  PackageCheck,
  Printer,
  ReceiptText,
  Settings,
  Tag,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Press } from '../kit/buttons.tsx'
import { Sheet } from '../kit/sheet.tsx'

export type MenuEntry =
  | 'held'
  | 'check'
  | 'recent'
  | 'return'
  | 'parcel'
  | 'voucher'
  | 'labels'
  | 'move-cash'
  | 'close-shift'
  | 'settings'

/** The till's functions beside selling. */
export function MenuSheet({
  suspendedCount,
  onChoose,
  onClose,
}: {
  suspendedCount: number
  onChoose: (entry: MenuEntry) => void
  onClose: () => void
}) {
  const entries: [MenuEntry, ReactNode, string][] = [
    [
      'held',
      <CirclePause key="i" aria-hidden />,
      suspendedCount > 0 ? `Held sales (${suspendedCount})` : 'Held sales',
    ],
    ['check', <Tag key="i" aria-hidden />, 'Price check'],
    ['recent', <ReceiptText key="i" aria-hidden />, 'Recent sales'],
    ['return', <Undo2 key="i" aria-hidden />, 'Return or exchange'],
    ['parcel', <PackageCheck key="i" aria-hidden />, 'Hand out a parcel'],
    ['voucher', <Gift key="i" aria-hidden />, 'Sell a voucher'],
    ['labels', <Printer key="i" aria-hidden />, 'Print labels'],
    ['move-cash', <BanknoteArrowDown key="i" aria-hidden />, 'Cash in or out'],
    ['close-shift', <LockKeyhole key="i" aria-hidden />, 'Close shift'],
    ['settings', <Settings key="i" aria-hidden />, 'Settings'],
  ]
  return (
    <Sheet title="Menu" onClose={onClose}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {entries.map(([entry, icon, label]) => (
          <li key={entry}>
            <Press className="min-h-24 w-full flex-col px-2" onClick={() => onChoose(entry)}>
              {icon}
              {label}
            </Press>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

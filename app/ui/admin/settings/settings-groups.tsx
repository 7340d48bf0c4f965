import {
  CalendarOff,
  ChevronRight,
  Handshake,
  type LucideIcon,
  MapPinned,
  MessageSquareText,
  ShieldCheck,
  Store,
  Truck,
  Type,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { GROUP_HINTS, GROUP_WORDS } from '../../../rules/messages/settings/words.ts'
import type { SettingGroup } from '../../../rules/settings/groups.ts'
import { Link } from '../../kit/link.tsx'

export const SETTINGS = '/admin/settings'
export const groupPath = (group: SettingGroup) => `${SETTINGS}?section=${group}`

const ICONS: Record<SettingGroup, LucideIcon> = {
  contact: Store,
  texts: Type,
  policy: Handshake,
  limits: ShieldCheck,
  areas: MapPinned,
  couriers: Truck,
  calendar: CalendarOff,
  staff: MessageSquareText,
}
const GROUPS = Object.keys(GROUP_WORDS) as SettingGroup[]

/** All groups of settings with what they contain: the first screen, or beside the open group where both fit. */
export function SettingsGroups({ open }: { open: SettingGroup | null }) {
  const list = useRef<HTMLElement>(null)
  useReturnToGroup(open, list)
  return (
    <nav
      ref={list}
      aria-label="Groups of settings"
      className={open ? 'on-screen max-lg:hidden lg:sticky lg:top-4' : 'max-w-5xl'}
    >
      <ul
        className={
          open
            ? 'grid gap-0.5'
            : 'grid gap-px overflow-clip rounded-card border border-line bg-line sm:grid-cols-2'
        }
      >
        {GROUPS.map((group) => {
          const Icon = ICONS[group]
          return (
            <li key={group} className={open ? 'grid' : 'grid bg-sheet'}>
              <Link
                to={groupPath(group)}
                aria-current={group === open ? 'page' : undefined}
                className={`flex items-center gap-3 px-4 -outline-offset-2 hover:bg-sand aria-[current=page]:bg-sand ${open ? 'min-h-11 rounded-card py-1' : 'min-h-16 py-2.5'}`}
              >
                <Icon
                  aria-hidden
                  size={20}
                  className={`shrink-0 ${group === open ? 'text-clay' : 'text-quiet'}`}
                />
                <span className="min-w-0 grow leading-snug wrap-anywhere">
                  <span className="block font-semibold">{GROUP_WORDS[group]}</span>
                  {open ? null : (
                    <span className="block text-sm text-quiet">{GROUP_HINTS[group]}</span>
                  )}
                </span>
                {open ? null : (
                  <ChevronRight aria-hidden size={20} className="shrink-0 text-quiet" />
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Going back from a group focuses its link, like going back from an open row. */
function useReturnToGroup(open: SettingGroup | null, list: RefObject<HTMLElement | null>) {
  const before = useRef(open)
  useEffect(() => {
    const left = before.current
    before.current = open
    if (!left || open || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[href="${groupPath(left)}"]`)?.focus()
  }, [open, list])
}

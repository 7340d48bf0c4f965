import { GROUP_WORDS } from '../../../rules/messages/settings/words.ts'
import type { SettingGroup } from '../../../rules/settings/groups.ts'
import { Link } from '../../kit/link.tsx'

/** From one group of settings to the other. */
export const SettingsTabs = ({ group }: { group: SettingGroup }) => (
  <nav aria-label="Groups of settings" className="mb-4 flex flex-wrap gap-x-1 border-b border-line">
    {Object.entries(GROUP_WORDS).map(([name, label]) => (
      <Link
        key={name}
        to={`/admin/settings?section=${name}`}
        aria-current={name === group ? 'page' : undefined}
        className="inline-flex min-h-11 items-center border-b-3 border-transparent px-4 font-semibold text-quiet hover:text-ink aria-[current=page]:border-clay aria-[current=page]:text-ink forced-colors:border-[Canvas]"
      >
        {label}
      </Link>
    ))}
  </nav>
)

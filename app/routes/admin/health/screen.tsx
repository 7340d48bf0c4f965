import { RotateCw } from 'lucide-react'
import { checkHealth } from '../../../modules/health/check-health.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Findings, HealthSummary } from '../../../ui/admin/health/findings.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { Link } from '../../../ui/kit/link.tsx'
import { shopContext } from '../../../web/context.ts'
import type { Route } from './+types/screen'

export const meta = () => [
  { title: `Health | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const checked = await checkHealth(shop)
  return { checked, at: shop.now() }
}

export default function Health({ loaderData: { checked, at } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Health">
        <Link
          to="/admin/health"
          className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-sheet px-4 font-semibold hover:bg-sand"
        >
          <RotateCw aria-hidden size={18} /> Check again
        </Link>
      </PageHead>
      <p className="mb-4">
        <HealthSummary checked={checked} />{' '}
        <span className="text-quiet">
          Checked <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>.
        </span>
      </p>
      <Findings checked={checked} />
    </>
  )
}

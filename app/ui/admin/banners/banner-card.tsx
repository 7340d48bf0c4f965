import { ArrowDown, ArrowUp } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { AdminBanner } from '../../../modules/banners/list-admin-banners.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { Button } from '../../kit/button.tsx'
import { Picture } from '../../kit/picture.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import defaultBanner from '../../patterns/banner.svg'
import { DeleteForm, EditLink } from '../form/entry-buttons.tsx'
import { ActiveSwitch } from '../form/switch.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { StateBadge } from './banner-state.tsx'

/** Moves a banner one place up or down: the hero shows them in this order. */
function Mover({ banner, way }: { banner: AdminBanner; way: 'up' | 'down' }) {
  const { state, formData } = useNavigation()
  const isMoving = formData?.get('id') === banner.id && formData.get('way') === way
  const Arrow = way === 'up' ? ArrowUp : ArrowDown
  return (
    <Form
      method="post"
      preventScrollReset
      replace
      onSubmit={(event) => {
        // A second press before the answer would have the request id of the first, and not count.
        if (state === 'submitting') event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="move" />
      <RequestField />
      <input type="hidden" name="id" value={banner.id} />
      <Button
        name="way"
        value={way}
        size="icon"
        aria-busy={isMoving}
        aria-label={`Move ${banner.title} ${way}`}
      >
        <Arrow aria-hidden size={18} />
      </Button>
    </Form>
  )
}

function Dates({ banner: { startsAt, endsAt } }: { banner: AdminBanner }) {
  if (!startsAt && !endsAt) return 'Always'
  return [
    startsAt ? `from ${formatDateTime(startsAt)}` : null,
    endsAt ? `until ${formatDateTime(endsAt)}` : null,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A banner as staff see it, with its acts. */
export function BannerCard({ banner }: { banner: AdminBanner }) {
  const address = useListAddress()
  return (
    <li
      data-row
      className="flex break-inside-avoid flex-col overflow-hidden rounded-card border border-line bg-sheet"
    >
      <div className="bg-sand">
        {banner.picture ? (
          <Picture
            picture={banner.picture}
            alt=""
            sizes="(min-width: 1280px) 320px, (min-width: 640px) 45vw, 95vw"
            className="aspect-8/5 object-cover"
          />
        ) : (
          <img src={defaultBanner} alt="" className="aspect-8/5 w-full object-cover" />
        )}
      </div>
      <div className="flex grow flex-col gap-1 p-4">
        <div className="flex items-start justify-between gap-2">
          <h2 className="text-xl wrap-anywhere">{banner.title}</h2>
          <StateBadge status={banner.state} />
        </div>
        {banner.subtitle ? <p className="wrap-anywhere">{banner.subtitle}</p> : null}
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <dt className="text-quiet">Position</dt>
          <dd className="tabular-nums">{banner.position}</dd>
          <dt className="text-quiet">Shown</dt>
          <dd>
            <Dates banner={banner} />
          </dd>
          <dt className="text-quiet">Leads to</dt>
          <dd className="wrap-anywhere">{banner.linkUrl ?? 'the products'}</dd>
        </dl>
        <div className="on-screen mt-auto flex flex-wrap items-center gap-1 pt-3">
          <ActiveSwitch id={banner.id} name={banner.title} isOn={banner.isActive} />
          <div className="ml-auto flex flex-wrap gap-1">
            <Mover banner={banner} way="up" />
            <Mover banner={banner} way="down" />
            <EditLink name={banner.title} to={address({ edit: banner.id })} />
            <DeleteForm
              name={banner.title}
              fields={{ id: banner.id, version: String(banner.version) }}
              title="Delete this banner?"
              text={`“${banner.title}” disappears from the shop for good. To take it down for a while, switch it off instead.`}
              act="Delete banner"
            />
          </div>
        </div>
      </div>
    </li>
  )
}

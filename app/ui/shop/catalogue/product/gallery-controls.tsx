import type { ProductDetail } from '../../../../rules/catalogue/product-detail.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Picture } from '../../../kit/picture.tsx'
import { PickLink } from '../../pick-link.tsx'
import { type GalleryState, ZOOM } from './use-gallery.ts'

const BUTTON =
  'inline-flex min-h-[44px] min-w-[44px] items-center justify-center rounded-card border border-line bg-sheet px-3 text-sm font-semibold hover:bg-sand disabled:opacity-50'

export const ON_PICTURE =
  'absolute grid size-11 place-items-center rounded-full bg-sheet/90 text-ink hover:bg-sheet'

/** On the picture: whether the pictures turn by themselves, and the number of the current one. */
export function TurnButton({ gallery, count }: { gallery: GalleryState; count: number }) {
  const { isAuto, index } = gallery
  return (
    <div className="absolute bottom-2 left-2 flex items-center rounded-full bg-sheet/90 pr-3 text-sm">
      <button
        type="button"
        className="min-h-11 rounded-full px-3 font-semibold hover:bg-sheet"
        onClick={() => gallery.setAuto(!isAuto)}
      >
        <span className="sr-only">Turning the pictures: </span>
        {isAuto ? 'Auto' : 'Manual'}
      </button>
      <span className="tabular-nums">
        {index + 1} / {count}
      </span>
    </div>
  )
}

// Nobody would count more of them.
const MOST_DOTS = 10

/** Shows how many pictures there are to swipe to; hidden from screen readers. */
export const Dots = ({ index, count }: { index: number; count: number }) =>
  count > MOST_DOTS ? null : (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-5 left-1/2 flex -translate-x-1/2 gap-1.5 rounded-full bg-sheet/90 p-1.5 max-md:ml-6"
    >
      {Array.from({ length: count }, (_, n) => (
        <span
          key={n}
          className={`h-2 rounded-full forced-colors:bg-[CanvasText] ${n === index ? 'w-4 bg-ink' : 'w-2 bg-edge'}`}
        />
      ))}
    </div>
  )

/** Links to each picture, with and without scripts. */
export const Thumbnails = ({
  images,
  current,
  onPick,
}: {
  images: readonly ProductDetail['images'][number][]
  current: number | null
  onPick: (index: number) => void
}) => (
  <ol className="flex min-w-0 grow gap-2 max-md:overflow-x-auto max-md:p-1 max-md:[scrollbar-width:none] md:flex-wrap md:gap-3">
    {images.map((image, n) => (
      <li key={image.src} className="shrink-0">
        <PickLink
          to={`#picture-${n + 1}`}
          label={`Picture ${n + 1}: ${image.alt}`}
          isCurrent={n === current}
          onPick={() => onPick(n)}
          className="block w-11 overflow-hidden rounded-card outline-offset-2 aria-[current]:outline-2 aria-[current]:outline-ink md:w-20"
        >
          <Picture picture={image} alt="" sizes="80px" className="aspect-4/5 object-cover" />
        </PickLink>
      </li>
    ))}
  </ol>
)

/** Buttons that zoom the picture in place. They need scripts; their space is reserved where scripts will come. */
export const ZoomButtons = ({
  isLive,
  zoom,
  onZoom,
}: {
  isLive: boolean
  zoom: number
  onZoom: (zoom: number) => void
}) => (
  <div
    className={`ml-auto flex shrink-0 items-center ${isLive ? '' : 'invisible [@media(scripting:none)]:hidden'}`}
  >
    <button
      type="button"
      aria-label="Zoom out"
      disabled={zoom <= ZOOM.least}
      className={BUTTON}
      onClick={() => onZoom(zoom - ZOOM.step)}
    >
      −
    </button>
    <output aria-label="Zoom" className="w-12 text-center text-sm tabular-nums">
      {Math.round(zoom * 100)}%
    </output>
    <button
      type="button"
      aria-label="Zoom in"
      disabled={zoom >= ZOOM.most}
      className={BUTTON}
      onClick={() => onZoom(zoom + ZOOM.step)}
    >
      +
    </button>
  </div>
)

/** On the picture: buttons for the previous and the next one. */
export const Arrows = ({ onTurn }: { onTurn: (by: 1 | -1) => void }) =>
  ([-1, 1] as const).map((by) => (
    <button
      key={by}
      type="button"
      aria-label={by === 1 ? 'Next picture' : 'Previous picture'}
      onClick={() => onTurn(by)}
      className={`${ON_PICTURE} top-1/2 -translate-y-1/2 ${by === 1 ? 'right-2' : 'left-2'}`}
    >
      <Icon name={by === 1 ? 'right' : 'left'} strokeWidth={2.5} />
    </button>
  ))

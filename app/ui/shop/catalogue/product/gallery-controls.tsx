import { type GalleryState, ZOOM } from './use-gallery.ts'

const BUTTON =
  'inline-flex min-h-[44px] min-w-[44px] items-center justify-center rounded-card border border-line bg-sheet px-3 text-sm font-semibold hover:bg-sand disabled:opacity-50'

/** Under the pictures: turning by itself or by hand, which one it is, smaller and larger. Needs scripts; its room is kept where they come. */
export function GalleryControls({
  isLive,
  gallery,
  count,
  onZoom,
}: {
  isLive: boolean
  gallery: GalleryState
  count: number
  onZoom: (zoom: number) => void
}) {
  const { zoom, isAuto, index } = gallery
  return (
    <div
      className={`mt-3 flex flex-wrap items-center justify-between gap-2 ${isLive ? '' : 'invisible [@media(scripting:none)]:hidden'}`}
    >
      {count > 1 ? (
        <div className="flex items-center gap-3">
          <button type="button" className={BUTTON} onClick={() => gallery.setAuto(!isAuto)}>
            <span className="sr-only">Turning the pictures: </span>
            {isAuto ? 'Auto' : 'Manual'}
          </button>
          <span className="text-sm text-quiet tabular-nums">
            {index + 1} / {count}
          </span>
        </div>
      ) : (
        <span />
      )}
      <div className="flex flex-wrap items-center gap-2">
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
          {zoom * 100}%
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
    </div>
  )
}

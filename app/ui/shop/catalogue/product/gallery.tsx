import type { MouseEvent } from 'react'
import type { ProductDetail } from '../../../../rules/catalogue/product-detail.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Picture } from '../../../kit/picture.tsx'
import { useIsLive } from '../../../kit/use-is-live.ts'
import { NoPicture } from '../no-picture.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { useGallery } from './use-gallery.ts'

const SIZES = '(min-width: 1280px) 592px, (min-width: 768px) 48vw, 94vw'

/**
 * A product's pictures: a strip that is swiped or, by its thumbnails, jumped along without scripts.
 * Scripts add turning by itself (docs/product.md, Products: every 4 s), arrows and zoom.
 */
export function Gallery({
  name,
  images,
}: {
  name: string
  images: readonly ProductDetail['images'][number][]
}) {
  const isLive = useIsLive()
  const gallery = useGallery(images.length, images[0]?.src)
  const { strip, index, zoom, goTo, setAuto, zoomTo } = gallery

  function zoomAt({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) {
    const frame = currentTarget.parentElement
    const box = frame?.getBoundingClientRect()
    // Pressed with a key, it has no place of its own.
    const isAt = box && detail > 0
    const point = isAt && {
      x: (clientX - box.left) / box.width,
      y: (clientY - box.top) / box.height,
    }
    zoomTo(zoom > 1 ? 1 : 2, frame, point || undefined)
  }

  if (images.length === 0) return <NoPicture className="rounded-card" />
  return (
    <section aria-label={`Pictures of ${name}`}>
      <div className="relative">
        <ul
          // Positioned, or what is hidden for the eye only in the pictures aside would widen the page.
          // A list whose items change places stays at the picture that it had snapped to, or between two.
          key={images[0]?.src}
          ref={strip}
          onTouchStart={() => setAuto(false)}
          onScroll={gallery.onScroll}
          className="relative flex snap-x snap-mandatory overflow-x-auto rounded-card [scrollbar-width:none]"
        >
          {images.map((image, n) => {
            const size = n === index ? zoom : 1
            return (
              <li
                key={image.src}
                id={`picture-${n + 1}`}
                className="aspect-4/5 w-full shrink-0 snap-center overflow-auto overscroll-contain bg-sand"
              >
                <button
                  type="button"
                  disabled={!isLive}
                  tabIndex={n === index ? 0 : -1}
                  onClick={zoomAt}
                  style={{ width: `${size * 100}%` }}
                  className={`mx-auto block disabled:cursor-auto ${size > 1 ? 'cursor-zoom-out' : 'cursor-zoom-in'} focus-visible:-outline-offset-4`}
                >
                  <Picture
                    picture={image}
                    alt={image.alt}
                    sizes={size > 1 ? '1600px' : SIZES}
                    eager={n === 0}
                    className="aspect-4/5 max-w-none object-cover"
                  />
                  <span className="sr-only">{size > 1 ? ', as it was' : ', larger'}</span>
                </button>
              </li>
            )
          })}
        </ul>
        {images.length > 1 ? <Arrows isLive={isLive} onTurn={gallery.turn} /> : null}
      </div>
      <GalleryControls
        isLive={isLive}
        gallery={gallery}
        count={images.length}
        onZoom={(next) => zoomTo(next, strip.current?.children[index])}
      />
      {images.length > 1 ? (
        <ol className="mt-3 flex flex-wrap gap-3">
          {images.map((image, n) => (
            <li key={image.src}>
              <a
                href={`#picture-${n + 1}`}
                aria-label={`Picture ${n + 1}: ${image.alt}`}
                aria-current={isLive && n === index ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  setAuto(false)
                  goTo(n)
                }}
                className="block w-16 overflow-hidden rounded-card outline-offset-2 aria-[current]:outline-2 aria-[current]:outline-ink md:w-20"
              >
                <Picture picture={image} alt="" sizes="80px" className="aspect-4/5 object-cover" />
              </a>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}

function Arrows({ isLive, onTurn }: { isLive: boolean; onTurn: (by: 1 | -1) => void }) {
  return ([-1, 1] as const).map((by) => (
    <button
      key={by}
      type="button"
      aria-label={by === 1 ? 'Next picture' : 'Previous picture'}
      onClick={() => onTurn(by)}
      className={`absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-sheet/90 text-ink hover:bg-sheet ${by === 1 ? 'right-2' : 'left-2'} ${isLive ? '' : 'invisible'}`}
    >
      <Icon name={by === 1 ? 'right' : 'left'} strokeWidth={2.5} />
    </button>
  ))
}

import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { ProductDetail } from '../../../../rules/catalogue/product-detail.ts'
import { Picture } from '../../../kit/picture.tsx'
import type { GalleryState } from './use-gallery.ts'

// On a phone declared a little narrower than it is, as cards are (rules/media/pictures.ts): 640 pixels are enough for
// up to two pixels for each.
const SIZES = '(min-width: 1280px) 592px, (min-width: 768px) 48vw, 88vw'

/** The rendition in which the page shows a picture already, as its card in a list does; null where none has come. */
const findShown = (src: string) =>
  [...document.images].find(
    (one) => one.getAttribute('src') === src && one.complete && one.naturalWidth > 0,
  )?.currentSrc ?? null

/** What stands in for the first picture. Of a page as it was sent, nothing: there the browser asks for it at once. */
function useMeanwhile(src: string | undefined, isLive: boolean) {
  const [kept, keep] = useState({ src, shown: src && isLive ? findShown(src) : null })
  // Of another color, its thumbnail.
  if (kept.src !== src) keep({ src, shown: src ? findShown(src) : null })
  return kept.shown
    ? {
        backgroundImage: `url("${kept.shown}")`,
        backgroundPosition: 'center',
        backgroundSize: 'cover',
      }
    : undefined
}

/** The pictures side by side, each zoomed where it is clicked; a tap opens the full screen. */
export function PictureStrip({
  images,
  gallery,
  isLive,
  onEnlarge,
}: {
  images: readonly ProductDetail['images'][number][]
  gallery: GalleryState
  isLive: boolean
  onEnlarge: () => void
}) {
  const { strip, index, zoom, setAuto, isAwake, wake, zoomTo } = gallery
  const pressedBy = useRef('')
  const meanwhile = useMeanwhile(images[0]?.src, isLive)

  function zoomAt({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) {
    // Zooming with two fingers needs the full screen.
    if (pressedBy.current === 'touch') return onEnlarge()
    const frame = currentTarget.parentElement
    const box = frame?.getBoundingClientRect()
    // A key press has no position.
    const isAt = box && detail > 0
    const point = isAt && {
      x: (clientX - box.left) / box.width,
      y: (clientY - box.top) / box.height,
    }
    return zoomTo(zoom > 1 ? 1 : 2, frame, point || undefined)
  }
  const notePointer = (event: PointerEvent) => {
    pressedBy.current = event.pointerType
  }

  return (
    <ul
      // `relative`: otherwise visually hidden text of the pictures to the side would widen the page.
      // `key`: a list whose items change places would stay scrolled to a former picture, or between two.
      key={images[0]?.src}
      ref={strip}
      data-awake={isAwake || undefined}
      onPointerEnter={wake}
      onTouchStart={() => {
        wake()
        setAuto(false)
      }}
      onScroll={gallery.onScroll}
      className="asks-late relative flex snap-x snap-mandatory overflow-x-auto rounded-card [scrollbar-width:none]"
    >
      {images.map((image, n) => {
        const size = n === index ? zoom : 1
        return (
          <li
            key={image.src}
            id={`picture-${n + 1}`}
            data-zoomed={size > 1 || undefined}
            className="gallery-frame"
            style={{ backgroundColor: image.tint }}
          >
            <button
              type="button"
              // A picture that is not loaded yet has no text of its own.
              aria-label={`${image.alt}, ${size > 1 ? 'as it was' : 'larger'}`}
              disabled={!isLive}
              tabIndex={n === index ? 0 : -1}
              onPointerDown={notePointer}
              onKeyDown={() => {
                pressedBy.current = ''
              }}
              onClick={zoomAt}
              style={{ '--zoom': size } as CSSProperties}
              className={`gallery-zoom disabled:cursor-auto ${size > 1 ? 'cursor-zoom-out' : 'cursor-zoom-in'} focus-visible:-outline-offset-4`}
            >
              <Picture
                picture={image}
                alt={image.alt}
                sizes={size > 1 ? '1600px' : SIZES}
                eager={n === 0}
                isRequested={n === 0 || isAwake}
                style={n === 0 ? meanwhile : undefined}
                className="aspect-4/5 max-w-none object-cover"
              />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

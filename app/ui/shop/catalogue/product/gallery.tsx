import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { ProductDetail } from '../../../../rules/catalogue/product-detail.ts'
import { noteOfColor } from '../../../../rules/messages/words/choice.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Picture } from '../../../kit/picture.tsx'
import { useIsLive } from '../../../kit/use-is-live.ts'
import { NoPicture } from '../no-picture.tsx'
import { Dots, Thumbnails, TurnButton, ZoomButtons } from './gallery-controls.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { useGallery } from './use-gallery.ts'

const SIZES = '(min-width: 1280px) 592px, (min-width: 768px) 48vw, 94vw'
const ON_PICTURE =
  'absolute grid size-11 place-items-center rounded-full bg-sheet/90 text-ink hover:bg-sheet'

/**
 * A product's pictures: a strip that is swiped or, by its thumbnails, jumped along without scripts.
 * Scripts add turning by itself (docs/product.md, Products: every 4 s), arrows, zoom and the full screen.
 * On phones its two parts stand above and below the name and the price.
 */
export function Gallery({
  name,
  images,
  color,
}: {
  name: string
  images: readonly ProductDetail['images'][number][]
  /** The chosen one. */
  color: string | null
}) {
  const isLive = useIsLive()
  const gallery = useGallery(images.length, images[0]?.src)
  const { strip, index, zoom, goTo, setAuto, zoomTo } = gallery
  const [isLarge, setLarge] = useState(false)
  const pressedBy = useRef('')
  const note = noteOfColor(images, images[index], color)

  function enlarge() {
    setAuto(false)
    setLarge(true)
  }
  function zoomAt({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) {
    // Two fingers need the whole screen.
    if (pressedBy.current === 'touch') return enlarge()
    const frame = currentTarget.parentElement
    const box = frame?.getBoundingClientRect()
    // Pressed with a key, it has no place of its own.
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

  if (images.length === 0)
    return (
      <NoPicture className="rounded-card max-md:order-first md:col-start-1 md:row-span-2 md:row-start-1" />
    )
  return (
    <section
      aria-label={`Pictures of ${name}`}
      className="gallery min-w-0 max-md:contents md:col-start-1 md:row-span-2 md:row-start-1"
    >
      <div className="gallery relative min-w-0 max-md:order-first">
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
                className="gallery-frame"
                style={{ backgroundColor: image.tint }}
              >
                <button
                  type="button"
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
                    className="aspect-4/5 max-w-none object-cover"
                  />
                  <span className="sr-only">{size > 1 ? ', as it was' : ', larger'}</span>
                </button>
              </li>
            )
          })}
        </ul>
        {note ? (
          <output className="absolute top-2 left-2 max-w-[80%] rounded-card bg-sheet/90 px-2 py-1 text-sm">
            {note}
          </output>
        ) : null}
        <div className={isLive ? '' : 'invisible [@media(scripting:none)]:hidden'}>
          {images.length > 1 ? (
            <>
              <Arrows onTurn={gallery.turn} />
              <TurnButton gallery={gallery} count={images.length} />
              <Dots index={index} count={images.length} />
            </>
          ) : null}
          <button
            type="button"
            aria-label="Full screen"
            aria-haspopup="dialog"
            onClick={enlarge}
            className={`${ON_PICTURE} right-2 bottom-2`}
          >
            <Icon shape="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" size={20} />
          </button>
        </div>
      </div>
      <div className="flex min-w-0 items-center gap-3 max-md:mt-1 md:mt-3">
        {images.length > 1 ? (
          <Thumbnails
            images={images}
            current={isLive ? index : null}
            onPick={(n) => {
              setAuto(false)
              goTo(n)
            }}
          />
        ) : null}
        <ZoomButtons
          isLive={isLive}
          zoom={zoom}
          onZoom={(next) => zoomTo(next, strip.current?.children[index])}
        />
      </div>
      {isLarge ? (
        <PictureViewer
          name={name}
          images={images}
          first={index}
          onClosed={(last) => {
            setLarge(false)
            goTo(last)
          }}
        />
      ) : null}
    </section>
  )
}

const Arrows = ({ onTurn }: { onTurn: (by: 1 | -1) => void }) =>
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

import { useEffect, useRef, useState } from 'react'
import type { ProductDetail } from '../../../../rules/catalogue/product-detail.ts'
import { Modal } from '../../../kit/dialog.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Picture } from '../../../kit/picture.tsx'
import { closeByBack, useBackCloses } from '../../use-back-closes.ts'
import { ZoomButtons } from './gallery-controls.tsx'
import { ZOOM } from './use-gallery.ts'
import { usePinch } from './use-pinch.ts'

const LOOK = {
  box: 'h-dvh max-h-none w-full max-w-none overflow-hidden bg-paper',
  head: 'items-center',
  heading: 'min-w-0 truncate text-lg!',
  closeButton: 'size-11',
  closeIcon: 24,
}
const TURN =
  'grid size-11 place-items-center rounded-full border border-line bg-sheet hover:bg-sand'
// Pixels by which an arrow key moves a zoomed picture.
const STEP = 80
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * One picture over the full screen. Two fingers, the wheel, a tap, plus and minus zoom it; a swipe or the arrow keys
 * show the next one, or move a zoomed one. Back and Escape close it.
 */
export function PictureViewer({
  name,
  images,
  first,
  onClosed,
}: {
  name: string
  images: readonly ProductDetail['images'][number][]
  first: number
  onClosed: (last: number) => void
}) {
  const [index, setIndex] = useState(first)
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const { view, zoomTo, move, reset } = usePinch(stage, picture, turn)
  const image = images[index] ?? images[0]
  useBackCloses(() => onClosed(index))

  function turn(by: 1 | -1) {
    if (images.length < 2) return
    setIndex((index + by + images.length) % images.length)
    reset()
  }

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const way = WAYS[event.key]
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (way && view.zoom > 1) move({ x: way[0] * STEP, y: way[1] * STEP })
      else if (event.key === 'ArrowLeft') turn(-1)
      else if (event.key === 'ArrowRight') turn(1)
      else if (event.key === '+' || event.key === '=') zoomTo(view.zoom + ZOOM.step)
      else if (event.key === '-') zoomTo(view.zoom - ZOOM.step)
      else if (event.key === '0') reset()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  if (!image) return null
  return (
    <Modal
      title={`Pictures of ${name}`}
      onClose={closeByBack}
      look={LOOK}
      foot={
        <div className="absolute inset-x-0 bottom-0 z-10 flex items-center justify-center gap-3 border-t border-line bg-paper p-2">
          {images.length > 1 ? <Turn label="Previous picture" onTurn={() => turn(-1)} /> : null}
          <div>
            <ZoomButtons isLive zoom={view.zoom} onZoom={(next) => zoomTo(next)} />
          </div>
          {images.length > 1 ? <Turn label="Next picture" onTurn={() => turn(1)} /> : null}
        </div>
      }
    >
      <div
        ref={stage}
        className="absolute inset-x-0 top-19 bottom-15 grid cursor-zoom-in touch-none place-items-center overflow-hidden select-none"
      >
        <div
          ref={picture}
          className="viewer-picture"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
        >
          <Picture
            key={image.src}
            picture={image}
            alt={image.alt}
            sizes={view.zoom > 1 ? '1600px' : '(min-width: 768px) 80vh, 100vw'}
            eager
            className="pointer-events-none aspect-4/5 object-cover"
          />
        </div>
      </div>
      <output className="absolute bottom-17 left-4 z-10 rounded-full bg-sheet/90 px-3 py-1 text-sm tabular-nums">
        <span className="sr-only">Picture </span>
        {index + 1} / {images.length}
        <span className="sr-only">: {image.alt}</span>
      </output>
    </Modal>
  )
}

const Turn = ({ label, onTurn }: { label: string; onTurn: () => void }) => (
  <button type="button" aria-label={label} onClick={onTurn} className={TURN}>
    <Icon name={label.startsWith('Next') ? 'right' : 'left'} strokeWidth={2.5} />
  </button>
)

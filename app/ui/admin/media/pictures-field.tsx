import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable'
import { useEffect, useState } from 'react'
import type { ChosenPicture, PictureFolder } from '../../../rules/media/pictures.ts'
import { DropZone, TakePhoto } from './drop-zone.tsx'
import { type PlacedImage, SortablePicture } from './sortable-picture.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

/**
 * Several pictures in a form, in an order: for each one the fields `name_id`, `name_alt` and `name_color`. Sorted by
 * dragging, by keyboard on the same handle, or by the arrows.
 */
export function PicturesField({
  name,
  images,
  pictures,
  colors,
  folder,
  error,
  onChange,
  onBusy,
}: {
  name: string
  images: readonly Omit<PlacedImage, 'picture'>[]
  pictures: readonly ChosenPicture[]
  colors: readonly string[]
  folder: PictureFolder
  error?: string | undefined
  onChange: () => void
  onBusy: (isBusy: boolean) => void
}) {
  const [placed, setPlaced] = useState<readonly PlacedImage[]>(() =>
    images.flatMap((image) => {
      const picture = pictures.find((one) => one.id === image.id)
      return picture ? [{ ...image, picture }] : []
    }),
  )
  const { uploads, isBusy, send, cancel } = useUploads(folder, (picture) => {
    setPlaced((now) => [...now, { id: picture.id, alt: '', color: '', picture }])
    onChange()
  })
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = (from: number, to: number) => {
    if (to < 0 || to >= placed.length || from === to) return
    setPlaced((now) => arrayMove([...now], from, to))
    onChange()
  }
  const indexOf = (id: string | number | undefined) => placed.findIndex((one) => one.id === id)
  const describePlace = (id: string | number | undefined) =>
    `place ${indexOf(id) + 1} of ${placed.length}`
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(indexOf(active.id), indexOf(over.id))
  }
  return (
    <div className="grid gap-3">
      {error ? (
        <p data-error tabIndex={-1} role="alert" className="font-semibold text-alarm">
          {error}
        </p>
      ) : null}
      <DndContext
        id={`order-of-${name}`}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: {
            draggable:
              'Press space or enter to lift the image, the arrow keys to move it, space or enter to drop it, escape to leave it where it was.',
          },
          announcements: {
            onDragStart: ({ active }) => `Image lifted from ${describePlace(active.id)}.`,
            onDragOver: ({ over }) =>
              over ? `Image is over ${describePlace(over.id)}.` : undefined,
            onDragEnd: ({ over }) =>
              over ? `Image dropped at ${describePlace(over.id)}.` : undefined,
            onDragCancel: ({ active }) => `Image left at ${describePlace(active.id)}.`,
          },
        }}
      >
        <SortableContext items={placed.map((one) => one.id)} strategy={rectSortingStrategy}>
          <ul
            aria-label="Images in their order"
            className="grid gap-3 empty:hidden sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
          >
            {placed.map((image, at) => (
              <SortablePicture
                key={image.id}
                name={name}
                image={image}
                at={at}
                count={placed.length}
                onMove={(to) => move(at, to)}
                colors={colors}
                onChange={(what) =>
                  setPlaced((now) =>
                    now.map((one) => (one.id === image.id ? { ...one, ...what } : one)),
                  )
                }
                onRemove={() => {
                  setPlaced((now) => now.filter((one) => one.id !== image.id))
                  onChange()
                }}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <UploadList uploads={uploads} onCancel={cancel} />
      <DropZone several isInvalid={error !== undefined} onFiles={send}>
        Choose images, or drop them here. JPEG, PNG, WebP, AVIF, GIF or HEIC, at most 15 MB each;
        best 4 to 5.
      </DropZone>
      <TakePhoto onFiles={send} />
    </div>
  )
}

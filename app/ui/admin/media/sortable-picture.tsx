import { useSortable } from '@dnd-kit/sortable'
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import { PRODUCT_LONGEST } from '../../../rules/catalogue/product-values.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Picture } from '../../kit/picture.tsx'

export type PlacedImage = { id: string; alt: string; color: string; picture: ChosenPicture }

const ACT =
  'grid h-11 min-w-0 grow place-items-center rounded-card hover:bg-sand disabled:opacity-40'

/** One picture at its place: its description, and the controls that move it. */
export function SortablePicture({
  name,
  image,
  at,
  count,
  colors,
  onMove,
  onChange,
  onRemove,
}: {
  name: string
  image: PlacedImage
  at: number
  count: number
  /** The colors of the product: the image may show one of them. */
  colors: readonly string[]
  onMove: (to: number) => void
  onChange: (what: Partial<Pick<PlacedImage, 'alt' | 'color'>>) => void
  onRemove: () => void
}) {
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: image.id })
  const which = `image ${at + 1}`
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={`rounded-card border bg-sheet p-2 max-sm:grid max-sm:grid-cols-[5rem_1fr] max-sm:gap-x-3 ${isDragging ? 'relative z-10 border-lake shadow-float' : 'border-line'}`}
    >
      <input type="hidden" name={`${name}_id`} value={image.id} />
      <div className="relative self-start overflow-hidden rounded-card bg-sand">
        <Picture
          picture={image.picture}
          alt={image.alt || `Image ${at + 1}`}
          sizes="200px"
          className="aspect-4/5 object-cover"
        />
        <span className="absolute top-1 left-1 rounded-card bg-sheet/90 px-2 text-sm font-semibold">
          {at === 0 ? 'First' : at + 1}
        </span>
      </div>
      <div className="min-w-0">
        <div className="my-1 flex max-sm:mt-0">
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Move ${which}`}
            className={`${ACT} cursor-grab touch-none`}
          >
            <GripVertical aria-hidden size={18} />
          </button>
          <button
            type="button"
            aria-label={`Move ${which} one place earlier`}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
            className={ACT}
          >
            <ArrowLeft aria-hidden size={18} />
          </button>
          <button
            type="button"
            aria-label={`Move ${which} one place later`}
            disabled={at === count - 1}
            onClick={() => onMove(at + 1)}
            className={ACT}
          >
            <ArrowRight aria-hidden size={18} />
          </button>
          <button type="button" aria-label={`Remove ${which}`} onClick={onRemove} className={ACT}>
            <Trash2 aria-hidden size={18} />
          </button>
        </div>
        <TextField
          label="Description"
          aria-label={`Description of image ${at + 1}`}
          name={`${name}_alt`}
          value={image.alt}
          placeholder="The product’s name"
          maxLength={PRODUCT_LONGEST.alt}
          onChange={({ currentTarget }) => onChange({ alt: currentTarget.value })}
        />
        {colors.length > 0 ? (
          <SelectField
            label="Shows the color"
            aria-label={`Color that image ${at + 1} shows`}
            name={`${name}_color`}
            value={colors.includes(image.color) ? image.color : ''}
            onChange={({ currentTarget }) => onChange({ color: currentTarget.value })}
            className="mt-2"
          >
            <option value="">Any color</option>
            {colors.map((color) => (
              <option key={color}>{color}</option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name={`${name}_color`} value="" />
        )}
      </div>
    </li>
  )
}

import type { ReactNode } from 'react'
import { offerOf } from '../../../../rules/catalogue/product-detail.ts'
import {
  type Choice,
  colorsOf,
  paintOf,
  sizesOf,
  type Variant,
} from '../../../../rules/catalogue/products.ts'
import type { GuideKind } from '../../../../rules/catalogue/size-guide.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'
import { Link } from '../../../kit/link.tsx'
import { useUsualSize } from '../sizes/usual-size.ts'
import { Chip, Group } from './choice-group.tsx'

type Props = {
  variants: readonly Variant[]
  choice: Choice
  trackInventory: boolean
  /** The missing choice, once the shop has reported it. */
  missing: Toast | null
  onChoose: (chosen: Partial<Choice>) => void
  /** Prefix of the ids, for when the same choice is on the page twice. */
  prefix?: string
}

/** All sizes or colors, each with its availability together with the chosen value of the other kind. */
function Picker({
  name,
  label,
  values,
  renderMark,
  usual,
  foot,
  variants,
  choice,
  trackInventory,
  missing,
  onChoose,
  prefix,
}: Props & {
  name: 'size' | 'color'
  label: string
  values: readonly string[]
  renderMark?: (value: string) => ReactNode
  /** The size that this customer usually takes. */
  usual?: string | null
  /** Rendered below the choices. */
  foot?: ReactNode
}) {
  if (values.length === 0) return null
  return (
    <Group name={name} label={label} chosen={choice[name]} missing={missing} prefix={prefix}>
      {values.map((value, index) => (
        <Chip
          key={value}
          name={name}
          value={value}
          isFirst={index === 0 && missing?.missing === name}
          isChosen={choice[name] === value}
          onChoose={() => onChoose({ [name]: value })}
          offer={offerOf(variants, { ...choice, [name]: value }, trackInventory)}
          other={choice[name === 'size' ? 'color' : 'size']}
          {...(value === usual && { mark: 'your usual size' })}
        >
          {renderMark?.(value)}
        </Chip>
      ))}
      {foot}
    </Group>
  )
}

/** The sizes, with a link to their guide; without scripts the guide is a page. */
export function SizePicker({
  kind,
  isLegwear,
  onGuide,
  ...props
}: Props & { kind: GuideKind | null; isLegwear: boolean; onGuide: () => void }) {
  const sizes = sizesOf(props.variants)
  const usual = useUsualSize(kind, sizes, isLegwear)
  return (
    <Picker
      {...props}
      name="size"
      label="Size"
      values={sizes}
      usual={usual?.isHere ? usual.size : null}
      foot={
        <p className="flex basis-full flex-wrap items-center gap-x-4 text-sm">
          <Link
            to={`/size-guide${kind ? `#${kind}` : ''}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey) return
              event.preventDefault()
              onGuide()
            }}
          >
            Size guide
          </Link>
          {usual ? (
            <span className="text-quiet">
              {usual.isHere
                ? `${usual.size} is your usual size`
                : `Not made in your usual size, ${usual.size}`}
            </span>
          ) : null}
        </p>
      }
    />
  )
}

export function ColorPicker(props: Props) {
  const colors = new Map(colorsOf(props.variants))
  return (
    <Picker
      {...props}
      name="color"
      label="Color"
      values={[...colors.keys()]}
      renderMark={(color) => (
        <span
          aria-hidden="true"
          className="size-6 rounded-full border border-edge forced-color-adjust-none"
          style={{ background: paintOf(colors.get(color) ?? null) }}
        />
      )}
    />
  )
}

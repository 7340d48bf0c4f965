import type { ReactNode } from 'react'
import type { PictureSource } from '../../../rules/media/pictures.ts'
import { PictureOrCloth } from './no-picture.tsx'

/** A list item about one product: its picture, `width` px wide, its name with `children` below it, and a figure. */
export const PictureItem = ({
  picture,
  width,
  name,
  figure,
  children,
}: {
  picture: PictureSource | null
  width: 44 | 64
  name: string
  figure?: string
  children: ReactNode
}) => (
  <li className="mb-0! flex gap-3 border-t border-line py-3">
    <div className="shrink-0 self-start overflow-hidden rounded-card" style={{ width }}>
      <PictureOrCloth picture={picture} alt="" sizes={`${width}px`} />
    </div>
    <div className="min-w-0 grow">
      <p className="mt-0! font-semibold wrap-anywhere">{name}</p>
      {children}
    </div>
    {figure === undefined ? null : <p className="shrink-0 tabular-nums">{figure}</p>}
  </li>
)

import type { ComponentProps } from 'react'
import type { PictureSource } from '../../../rules/media/pictures.ts'
import { Picture } from '../../kit/picture.tsx'

/** A placeholder for a missing picture, with a cloth pattern. */
export function NoPicture({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`cloth-shells aspect-4/5 w-full bg-sand ${className}`} />
  )
}

/** The picture of a product or category, or its placeholder. */
export const PictureOrCloth = ({
  picture,
  className = '',
  ...rest
}: Omit<ComponentProps<typeof Picture>, 'picture'> & { picture: PictureSource | null }) =>
  picture ? (
    <Picture picture={picture} {...rest} className={`aspect-4/5 object-cover ${className}`} />
  ) : (
    <NoPicture />
  )

import type { PictureSource } from '../../../rules/media/pictures.ts'
import { Picture } from '../../kit/picture.tsx'

/** The photos of a return; each opens in full size. */
export const ReturnPhotos = ({ photos }: { photos: readonly PictureSource[] }) =>
  photos.length > 0 ? (
    <ul aria-label="Photos" className="my-1 flex flex-wrap gap-2">
      {photos.map((photo, n) => (
        <li key={photo.src} className="w-24">
          <a
            href={photo.src}
            target="_blank"
            rel="noreferrer"
            aria-label={`Photo ${n + 1} of what comes back (opens in a new tab)`}
          >
            <Picture
              picture={photo}
              alt=""
              sizes="96px"
              className="aspect-square rounded-card object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  ) : null

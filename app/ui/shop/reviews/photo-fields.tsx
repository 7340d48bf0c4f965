import type { PictureSource } from '../../../rules/media/pictures.ts'
import { MOST_PHOTOS } from '../../../rules/reviews/reviews.ts'
import { CheckField } from '../../kit/field.tsx'
import { Picture } from '../../kit/picture.tsx'

/** Earlier photos, each of which can be kept, and new ones. */
export const PhotoFields = ({
  photos,
}: {
  photos: readonly (PictureSource & { id: string })[]
}) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 font-semibold">Photos</legend>
    {photos.length > 0 ? (
      <ul className="mb-3 flex flex-wrap gap-3">
        {photos.map((photo, n) => (
          <li key={photo.id} className="w-28">
            <Picture
              picture={photo}
              alt={`Your photo ${n + 1}`}
              sizes="112px"
              className="aspect-4/5 rounded-card object-cover"
            />
            <CheckField label={`Keep ${n + 1}`} name="kept" value={photo.id} defaultChecked />
          </li>
        ))}
      </ul>
    ) : null}
    <ChosenPhotos most={MOST_PHOTOS} hint="of the item, worn or close up" />
  </fieldset>
)

/** Chooses photos that are sent with a form: at most `most`; `hint` says of what. */
export const NewPhotos = (props: { most: number; hint: string }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 font-semibold">Photos</legend>
    <ChosenPhotos {...props} />
  </fieldset>
)

const ChosenPhotos = ({ most, hint }: { most: number; hint: string }) => (
  <>
    <input
      type="file"
      name="photos"
      multiple
      accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
      aria-label="Choose photos"
      aria-describedby="photos-hint"
      className="block w-full min-h-11 rounded-card border border-edge bg-sheet p-2 file:mr-3 file:min-h-11 file:rounded-card file:border-0 file:bg-sand file:px-4 file:font-semibold"
    />
    <p id="photos-hint" className="mt-1 text-sm text-quiet">
      Up to {most}, {hint}. We remove where they were taken.
    </p>
  </>
)

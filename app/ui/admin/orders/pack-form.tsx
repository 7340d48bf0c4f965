import { formatDateTime } from '../../../rules/dates.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/request-field.tsx'
import { type PickLine, PickList } from './pick-list.tsx'

/** That the parcel of an order is ready to ship, or is not after all. */
export const PackForm = ({
  order: { id, version, packedAt, lines },
}: {
  order: { id: string; version: number; packedAt: Date | null; lines: readonly PickLine[] }
}) => (
  <ActForm about={{ order: id, version }} className="flex flex-wrap items-center gap-x-3 gap-y-2">
    {packedAt ? (
      <>
        <p>Packed {formatDateTime(packedAt)}</p>
        <Button name="intent" value="unpack">
          Not packed after all
        </Button>
      </>
    ) : (
      <div className="w-full">
        <PickList lines={lines} />
        <Button tone="lake" name="intent" value="pack" className="mt-2">
          Packed
        </Button>
      </div>
    )}
  </ActForm>
)

import { formatDateTime } from '../../../rules/dates.ts'
import { unitsLeft } from '../../../rules/orders/shipments.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { Folded } from '../form/folded.tsx'
import type { ParcelLine } from './panel/parcels.tsx'
import { PickList } from './pick-list.tsx'

/** Marks an order's parcel as packed, or as not packed after all. */
export const PackForm = ({
  order: { id, version, packedAt, lines },
}: {
  order: { id: string; version: number; packedAt: Date | null; lines: readonly ParcelLine[] }
}) => (
  // With scripts, a missing tick is reported at the form and not by the browser's bubble.
  <ActForm
    about={{ order: id, version }}
    noValidate={useIsLive()}
    className="flex flex-wrap items-center gap-x-3 gap-y-2"
  >
    {packedAt ? (
      <>
        <p>Packed {formatDateTime(packedAt)}</p>
        {/* Folded: a second press on Packed must not meet it. */}
        <Folded label="Not packed after all…">
          <Button name="intent" value="unpack" className="mt-2">
            Pack it again
          </Button>
        </Folded>
      </>
    ) : (
      <div className="w-full">
        <PickList lines={linesToPick(lines)} />
        <Button tone="lake" name="intent" value="pack" className="mt-2">
          Packed
        </Button>
      </div>
    )}
  </ActForm>
)

/** Leaves out units that are not sent any more, because their money is refunded. */
function linesToPick(lines: readonly ParcelLine[]) {
  const left = new Map(unitsLeft(lines, []).map((one) => [one.id, one.left]))
  return lines
    .map((line) => ({ ...line, quantity: left.get(line.id) ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
}

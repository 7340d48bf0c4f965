import { useEffect, useState } from 'react'
import type { Parcel } from '../../../rules/orders/parcel.ts'
import { ORDER_PREFIX } from '../../../shop.ts'
import { FindForm } from '../kit/find-form.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { notifySuccess } from '../notify.ts'
import { askServer, type SaleResult } from '../payments/mobile/ask-server.ts'
import { HandOver } from './hand-over.tsx'

type ParcelResult = SaleResult<{ parcel: Parcel }>
const find = (number: string): Promise<ParcelResult> =>
  askServer(`/admin/pos/parcels?${new URLSearchParams({ number })}`)

/** Hands out an order that is collected: finds it by its number, scanned or typed, and asks for its code. */
export function ParcelSheet({
  till,
  number,
  onClose,
}: SheetProps & {
  number: string | null
}) {
  const [text, setText] = useState(number ?? '')
  const [found, setFound] = useState<ParcelResult | null>(null)
  const [isBusy, setBusy] = useState(number !== null)
  useEffect(() => {
    if (number)
      void find(number).then((answer) => {
        setFound(answer)
        setBusy(false)
      })
  }, [number])
  const parcel = found?.ok ? found.body.parcel : null
  const findAgain = async ({ orderNumber }: Parcel) => {
    const answer = await find(orderNumber)
    if (answer.ok) setFound(answer)
  }
  return (
    <Sheet title="Hand out a parcel" onClose={onClose}>
      <output className="mb-4 block rounded-card bg-clay-wash p-3 font-semibold empty:hidden">
        {till.connection.isOnline
          ? ''
          : 'Not without the network: only the server knows whether a code is right. Ask the customer to wait until the connection is back.'}
      </output>
      {parcel ? (
        <HandOver
          parcel={parcel}
          onDone={() => {
            notifySuccess('parcel-handed-over', parcel)
            onClose()
          }}
          onRefused={() => void findAgain(parcel)}
        />
      ) : (
        <FindForm
          label="Order number"
          placeholder={`${ORDER_PREFIX}-2026-000123`}
          hint="Scan the barcode of the packing slip, or type the number that the customer reads out."
          act="Find the parcel"
          {...{ text, isBusy }}
          error={found && !found.ok ? found.message : ''}
          onText={setText}
          onFind={async (typed) => {
            setBusy(true)
            setFound(await find(typed))
            setBusy(false)
          }}
        />
      )}
    </Sheet>
  )
}

import { QrCode } from '../../../kit/qr-code.tsx'

/** The code on a slip by which whoever brings the parcel hands it over, without an account. */
export const RiderCode = ({ url }: { url: string }) => (
  <div className="mt-3 flex items-center gap-3">
    <div className="w-28 shrink-0">
      <QrCode text={url} label="QR code of the link for the rider" />
    </div>
    <p className="text-sm">Handing it over: scan, then type the customer’s four figures.</p>
  </div>
)

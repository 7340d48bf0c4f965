import { type SQL, sql } from 'drizzle-orm'
import { credits, posSales } from '../../../db/tables.server.ts'

/**
 * So long after its payment who has sold a voucher is told its code at the device: its connection may break, its day
 * ends.
 */
const SHOWN_HOURS = 24

/** Who asks for a sale, at which device. The name of a device proves nothing: any request may bear it. */
export type Seller = { deviceId: string | null; userId: string }

/**
 * The code of a voucher that mobile money has paid, for the cashier who has sold it at the device where; '' for every
 * other.
 */
export const codeForSeller = ({ deviceId, userId }: Seller): SQL<string> =>
  deviceId
    ? sql<string>`coalesce((select c.code from ${credits} c where c.id = ${posSales.id} and ${posSales.voucherAmount} > 0
        and ${posSales.paymentMethod} = 'paychangu' and ${posSales.deviceId} = ${deviceId} and ${posSales.cashierId} = ${userId}
        and c.created_at > now() - make_interval(hours => ${SHOWN_HOURS})), '')`
    : sql<string>`''`

import { type SQL, sql } from 'drizzle-orm'
import { credits, posSales } from '../../../db/tables.server.ts'

/** For so many hours after its payment a device shows the code of a voucher that it sold: its connection may break. */
const SHOWN_HOURS = 24

/** Who asks for a sale, at which device. The name of a device proves nothing: any request may bear it. */
export type Seller = { deviceId: string | null; userId: string }

/**
 * The code of a voucher that mobile money has paid: only for the cashier who sold it, and on the device that sold it;
 * '' for all others.
 */
export const codeForSeller = ({ deviceId, userId }: Seller): SQL<string> =>
  deviceId
    ? sql<string>`coalesce((select c.code from ${credits} c where c.id = ${posSales.id} and ${posSales.voucherAmount} > 0
        and ${posSales.paymentMethod} = 'paychangu' and ${posSales.deviceId} = ${deviceId} and ${posSales.cashierId} = ${userId}
        and c.created_at > now() - make_interval(hours => ${SHOWN_HOURS})), '')`
    : sql<string>`''`

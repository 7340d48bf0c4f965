import { type SQL, sql } from 'drizzle-orm'
import { credits, posSales } from '../../../db/tables.server.ts'

/**
 * For so many hours after its payment, the device that sold a voucher may show its code: its connection may break.
 */
const SHOWN_HOURS = 24

/** Who asks for a sale, at which device. A device id proves nothing, because any request may send any. */
export type Seller = { deviceId: string | null; userId: string }

/**
 * As a column: the code of a voucher that was paid by mobile money, for the cashier and the device that sold it;
 * '' for anybody else.
 */
export const codeForSeller = ({ deviceId, userId }: Seller): SQL<string> =>
  deviceId
    ? sql<string>`coalesce((select c.code from ${credits} c where c.id = ${posSales.id} and ${posSales.voucherAmount} > 0
        and ${posSales.paymentMethod} = 'paychangu' and ${posSales.deviceId} = ${deviceId} and ${posSales.cashierId} = ${userId}
        and c.created_at > now() - make_interval(hours => ${SHOWN_HOURS})), '')`
    : sql<string>`''`

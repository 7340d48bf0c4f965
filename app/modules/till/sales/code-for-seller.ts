import { type SQL, sql } from 'drizzle-orm'
import { credits, posSales } from '../../../db/tables.server.ts'

/** So long after its payment the device that has sold a voucher is told its code: its connection may break, its day ends. */
const TOLD_HOURS = 24

/** The code of a voucher that mobile money has paid, for the device that has sold it; '' for every other. */
export const codeForSeller = (deviceId: string | null): SQL<string> =>
  deviceId
    ? sql<string>`coalesce((select c.code from ${credits} c where c.id = ${posSales.id} and ${posSales.voucherAmount} > 0
        and ${posSales.paymentMethod} = 'paychangu' and ${posSales.deviceId} = ${deviceId}
        and c.created_at > now() - make_interval(hours => ${TOLD_HOURS})), '')`
    : sql<string>`''`

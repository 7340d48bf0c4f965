/**
 * The number of events that the till of this device has not sent yet, from the device's own cookie
 * (ui/till/store/sync/unsent-cookie.ts).
 */
export const countUnsent = ({ headers }: Request) =>
  Number(/(?:^|;\s*)zovala\.unsent=(\d{1,6})(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1] ?? 0)

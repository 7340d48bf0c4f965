import { storeOnDevice } from '../../../kit/browser/device-storage.ts'

/** Whether the keys of lists work on this device: single letters are pressed by mistake by who speaks to it. */
export const KEYS_ON = storeOnDevice('zovala.list-keys', true, (kept) => kept !== false)

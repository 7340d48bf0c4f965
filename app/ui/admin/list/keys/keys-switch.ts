import { storeOnDevice } from '../../../kit/browser/device-storage.ts'

/** Whether the keyboard shortcuts of lists work on this device: voice input presses single characters by mistake. */
export const KEYS_ON = storeOnDevice('zovala.list-keys', true, (kept) => kept !== false)

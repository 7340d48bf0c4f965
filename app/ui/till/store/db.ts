import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { Snapshot } from '../../../rules/settings/settings.ts'
import type { Received, TillCatalogue, TillEvent } from '../../../rules/till/till-events.ts'
import type {
  Basket,
  MobileWait,
  OpenShift,
  ShopAtTill,
  SuspendedSale,
  Till,
  TillState,
} from './state.ts'

/** What happened here. Kept until the server has it and 30 days longer; never removed before. */
export type EventRow = {
  /** The order in which events happened, and go up. */
  seq: number
  id: string
  at: string
  kind: TillEvent['kind']
  shiftId: string
  cashierName: string
  thing: TillEvent
  /** 1 until the server said that it has it, then absent. */
  unsent?: 1
  /** 1 for what another device had saved to a file. */
  isLoaded?: 1
  /** 1 until the stock last seen counts it, then absent. */
  uncounted?: 1
  received: Received | null
}

/** Who can unlock this device without a network. Neither the PIN nor the key made of it is here. */
export type PersonRow = {
  id: string
  name: string
  role: Role
  /** Absent in what an earlier release has kept. */
  phone?: string | null
  salt: string
  iterations: number
  /** A part of what would tell the PIN (pin-checks.ts), in hex. */
  check: string
  /** Made with this device's key. */
  isBound: boolean
  wrong: number
  waitUntil: number
  usedAt: number
}

export type BasketRow = { tab: string; at: string; basket: Basket }
export type StockRow = { variantId: string; onHand: number }
export type NumberRow = { number: string; tillId: string }

/** Who is unlocked. Its id names the lock that tells a reload from a device that was off (access.ts). */
export type Unlocked = { id: string; personId: string; name: string; role: Role; touchedAt: number }

/** Single facts, each under its name. */
export type DeviceState = {
  device: string
  /** None of them can be read out (device-key.ts). */
  keys: { sign: CryptoKeyPair; pins: CryptoKey }
  /** The server knows the key that signs, or wants none. */
  keySent: boolean
  /** The server's key, to which approvals are sealed. */
  sealTo: string
  till: Till
  /** How many sale numbers this till needs in store, and since when that is known. */
  numbersNeeded: { count: number; since: number }
  /** The server may know better which till this is, and what is unsent came first: asked for when it is sent. */
  startDue: true
  /** The till that this device was before another one became it. */
  lostTill: string
  tills: TillState['tills']
  shift: OpenShift
  approvers: TillState['approvers']
  shop: ShopAtTill
  /** What the shop is called, says and allows, as the server last said it. */
  settings: Snapshot
  unlocked: Unlocked
  /** Whose session the server last saw. */
  session: { id: string; name: string; role: Role; skipsPin?: boolean; phone?: string | null }
  /** Somebody locked the till: this person's session alone does not open it again. */
  lockedFor: string
  goods: TillCatalogue
  /** Which items those are, without their megabytes. */
  prices: { asOf: string; etag: string | null; count: number }
  /** The newest line of the stock ledger that is counted here. */
  ledger: number
  seenAt: string
  line: { isOnline: boolean; isSignedOut: boolean; lastError: string | null; hereAt: number }
  waiting: MobileWait[]
  /** Reserves of codes that no cart needs any more: the server is told when there is a connection. */
  unneeded: string[]
  probe: string
}

class TillDb extends Dexie {
  declare facts: Table<{ name: keyof DeviceState; value: unknown }, keyof DeviceState>
  declare people: EntityTable<PersonRow, 'id'>
  declare events: EntityTable<EventRow, 'seq'>
  declare suspended: EntityTable<SuspendedSale, 'id'>
  declare baskets: EntityTable<BasketRow, 'tab'>
  declare stock: EntityTable<StockRow, 'variantId'>
  declare numbers: EntityTable<NumberRow, 'number'>

  constructor() {
    // A power cut must not take back what the screen has said: every commit waits for the disk.
    super('zovala-till', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      facts: 'name',
      things: '++seq, &id, kind, shiftId, unsent, uncounted',
      people: 'id',
      baskets: 'tab',
      held: 'id',
      stock: 'variantId',
      numbers: 'number, tillId',
    })
    // Named in storage as in the first release: a device that holds unsent sales must find them.
    this.events = this.table('things')
    this.suspended = this.table('held')
  }
}

export const db = new TillDb()

export async function readFact<K extends keyof DeviceState>(
  name: K,
): Promise<DeviceState[K] | null> {
  const row = await db.facts.get(name)
  return row ? (row.value as DeviceState[K]) : null
}

export async function keepFact<K extends keyof DeviceState>(name: K, value: DeviceState[K]) {
  await db.facts.put({ name, value })
}

export const dropFact = (name: keyof DeviceState) => db.facts.delete(name)

/** This device's name towards the server: made once, and lost only with everything else here. */
export const deviceId = () =>
  db.transaction('rw', db.facts, async () => {
    const known = await readFact('device')
    if (known) return known
    const made = crypto.randomUUID()
    await keepFact('device', made)
    return made
  })

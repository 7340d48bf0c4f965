import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { Snapshot } from '../../../rules/settings/settings.ts'
import type { Received, TillCatalogue, TillEvent } from '../../../rules/till/till-events.ts'
import type { UnansweredReturn } from './sales/asked-returns.ts'
import type {
  Basket,
  MobileWait,
  OpenShift,
  ShopAtTill,
  SuspendedSale,
  Till,
  TillState,
} from './state.ts'

/** An event of this device. Kept until the server has it and 30 days longer; never removed before. */
export type EventRow = {
  /** The order in which events happened, and are sent. */
  seq: number
  id: string
  at: string
  kind: TillEvent['kind']
  shiftId: string
  cashierName: string
  thing: TillEvent
  /** 1 until the server has confirmed the event, then absent. */
  unsent?: 1
  /** 1 for an event loaded from another device's file. */
  isLoaded?: 1
  /** 1 until the stock figures seen last include it, then absent. */
  uncounted?: 1
  received: Received | null
}

/**
 * A person who can unlock this device without a network. Neither the PIN nor the key derived from it is stored here.
 */
export type PersonRow = {
  id: string
  name: string
  role: Role
  /** Absent in rows that an earlier release stored. */
  phone?: string | null
  salt: string
  iterations: number
  /** A part of the hash that checks the PIN (pin-checks.ts), in hex: the whole would reveal it. */
  check: string
  /** Whether `check` was made with this device's key. */
  isBound: boolean
  wrong: number
  waitUntil: number
  usedAt: number
}

export type BasketRow = { tab: string; at: string; basket: Basket }
export type StockRow = { variantId: string; onHand: number }
export type NumberRow = { number: string; tillId: string }

/** The unlocked person. `id` names the lock that tells a reload from a device that was off (accounts/unlocked.ts). */
export type Unlocked = { id: string; personId: string; name: string; role: Role; touchedAt: number }

/** Single values, each stored under its name. */
export type DeviceState = {
  device: string
  /** Neither key can be read out (device-key.ts). */
  keys: { sign: CryptoKeyPair; pins: CryptoKey }
  /** The server knows the signing key, or needs none. */
  keySent: boolean
  /** The server's public key, for which approvals are encrypted. */
  sealTo: string
  till: Till
  /** How many sale numbers this till keeps in reserve, and since when. */
  numbersNeeded: { count: number; since: number }
  /**
   * The till and shift of the server's last answer were not applied, because events were unsent: it is asked again once
   * they are sent.
   */
  startDue: true
  /** The name of the till that this device was before another device took it over. */
  lostTill: string
  tills: TillState['tills']
  shift: OpenShift
  approvers: TillState['approvers']
  shop: ShopAtTill
  /** The shop's settings as the server sent them last. */
  settings: Snapshot
  unlocked: Unlocked
  /** The person whose session the server saw last. */
  session: { id: string; name: string; role: Role; skipsPin?: boolean; phone?: string | null }
  /** This person locked the till, so their session alone does not unlock it again. */
  lockedFor: string
  goods: TillCatalogue
  /** Describes the stored catalogue without its megabytes. */
  prices: { asOf: string; etag: string | null; count: number }
  /** The newest entry of the stock ledger that is counted here. */
  ledger: number
  seenAt: string
  line: { isOnline: boolean; isSignedOut: boolean; lastError: string | null; hereAt: number }
  waiting: MobileWait[]
  /** Returns of orders without an answer so far, oldest first. */
  askedReturns: UnansweredReturn[]
  /** Reserves of codes that no cart needs any more: the server ends them once there is a connection. */
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
    // Every commit waits for the disk, so that a power cut cannot undo what the screen has confirmed.
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
    // The tables keep the names of the first release, so that a device finds its unsent sales.
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

/** The id by which the server knows this device: made once, and lost only with all its storage. */
export const deviceId = () =>
  db.transaction('rw', db.facts, async () => {
    const known = await readFact('device')
    if (known) return known
    const made = crypto.randomUUID()
    await keepFact('device', made)
    return made
  })

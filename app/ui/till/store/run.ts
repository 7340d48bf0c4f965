import { liveQuery } from 'dexie'
import { adoptSnapshot } from '../../../rules/settings/settings.ts'
import { listenToEvents } from '../../kit/events.ts'
import { lock } from './accounts/access.ts'
import { dropOldHashes } from './accounts/pin-checks.ts'
import { holdUnlocked, isOverdue, keepTouching, wasUnlocked } from './accounts/unlocked.ts'
import { type DeviceState, db, dropFact, type EventRow, readFact } from './db.ts'
import { leaseNumbers } from './lease-numbers.ts'
import { now, show } from './live.ts'
import { askStart } from './start.ts'
import type { Phase, SaleRecord } from './state.ts'
import { askToKeep, checkStorage, isQuota, refuseStorage } from './storage.ts'
import { connectionFacts } from './sync/ask.ts'
import { beat, refreshCatalogue } from './sync/catalogue.ts'
import { indexCatalogue, indexStock } from './sync/catalogue-index.ts'
import { flush, keepSending } from './sync/outbox.ts'
import { endReserves } from './sync/reserves.ts'
import { keepUnsentCookie } from './sync/unsent-cookie.ts'
import { takeTab } from './tab.ts'

const START_PATIENCE = 1_500
const MOST_SALES = 200
const KEPT_DAYS = 30

let isAsking = true
let started: Promise<void> | undefined

/** Starts the till in this tab, once. */
export const startTill = () =>
  (started ??= open().catch((error) => {
    onStorageBug(error)
    isAsking = false
    show({ phase: 'signed-out' })
  }))

function onStorageBug(error: unknown) {
  console.error(error)
  show({ storage: isQuota(error) ? 'full' : 'refused' })
}

async function open() {
  if ((await checkStorage()) === 'refused') {
    isAsking = false
    show({ phase: 'signed-out' })
    return
  }
  // A full disk must not prevent the till from opening.
  await dropOldHashes().catch(() => {})
  show({ basket: await takeTab() })
  // The device was off, or unused for too long: the unlocked person must type the PIN again.
  if (!(await wasUnlocked())) await endUnlocked()
  watchStorage()
  askToKeep()
  keepTouching()
  const asked = askStart().catch((error) => refuseStorage(error).ok)
  void Promise.race([asked, new Promise((done) => setTimeout(done, START_PATIENCE))]).finally(
    () => {
      isAsking = false
      show({ phase: phaseOf() })
    },
  )
  void asked.then((isOn) => (isOn ? onTillEvents() : undefined))
  keepSending()
  setInterval(() => void tick(), 5_000)
  addEventListener('online', () => void askStart().then(bringUpToDate))
  addEventListener('offline', () => show({ connection: { ...now().connection, isOnline: false } }))
  void tidy().catch(refuseStorage)
}

let endedId: string | undefined

async function endUnlocked() {
  endedId = (await readFact('unlocked'))?.id
  // On a full disk it stays stored, and must let nobody in without the PIN.
  await dropFact('unlocked').catch(refuseStorage)
}

async function bringUpToDate(isOn: boolean) {
  if (!isOn) return
  await leaseNumbers()
  await refreshCatalogue()
}

async function tick() {
  const { person, till, connection: before } = now()
  if (seen && person?.hasPin && isOverdue(seen.touchedAt)) await lock()
  if (!till) {
    // A device without a till needs the server, and no browser event reports that the server is back.
    if (!before.isOnline) await askStart()
    return
  }
  await beat()
  const { isOnline, isSignedOut } = now().connection
  if (!isOnline || isSignedOut) return
  void onTillEvents()
  void endReserves().catch(() => {})
  if (!before.isOnline || before.isSignedOut) void flush({ isRequested: true })
  await leaseNumbers()
}

/**
 * Asks for the state at once when another device has become this till, an admin renamed or retired it, or the shop's
 * settings changed; and when the connection opens, for what happened before. One tab listens for all, until the server
 * closes the stream because the session is over.
 */
const onTillEvents = () =>
  navigator.locks.request('zovala-till-news', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    await new Promise<void>((ended) => {
      const stop = listenToEvents({
        open: () => void askStart(),
        settings: () => void askStart(),
        till: (id) => void ((now().till?.id ?? id) === id && askStart()),
        lost: (isOver) => {
          if (!isOver) return
          stop()
          ended()
        },
      })
    })
  })

let seen: DeviceState['unlocked'] | null = null

/** Shows in all tabs what any tab writes. */
function watchStorage() {
  liveQuery(readSmall).subscribe((small) => {
    seen = small.unlocked
    void holdUnlocked(small.unlocked)
    const { connection, person, ...rest } = small.shown
    show({ ...rest, person, connection: { ...now().connection, ...connection } })
    keepUnsentCookie(connection.unsent)
    show({ phase: phaseOf() })
  }, onStorageBug)
  liveQuery(readSales).subscribe((sales) => show({ sales }), onStorageBug)
  liveQuery(() => readFact('goods')).subscribe(indexCatalogue, onStorageBug)
  liveQuery(readStock).subscribe(({ moved, sold }) => indexStock(moved, sold), onStorageBug)
}

async function readSmall() {
  const [
    till,
    tills,
    shift,
    approvers,
    shop,
    settings,
    stored,
    prices,
    seenAt,
    waiting,
    askedReturns,
  ] = await Promise.all([
    readFact('till'),
    readFact('tills'),
    readFact('shift'),
    readFact('approvers'),
    readFact('shop'),
    readFact('settings'),
    readFact('unlocked'),
    readFact('prices'),
    readFact('seenAt'),
    readFact('waiting'),
    readFact('askedReturns'),
  ])
  const unlocked = stored?.id === endedId ? null : stored
  if (settings) adoptSnapshot(settings)
  const [session, lostTill] = await Promise.all([readFact('session'), readFact('lostTill')])
  const people = (await db.people.toArray()).sort((a, b) => b.usedAt - a.usedAt)
  const suspended = (await db.suspended.toArray()).sort((a, b) => (a.at < b.at ? 1 : -1))
  const unsent = await db.events.where('unsent').equals(1).count()
  const { isOnline, isSignedOut, lastError } = await connectionFacts()
  return {
    unlocked,
    shown: {
      till,
      lostTill,
      tills: tills ?? [],
      shift,
      approvers: approvers ?? [],
      shop,
      waiting: waiting ?? [],
      askedReturns: askedReturns ?? [],
      suspended,
      people: people.map(({ id, name, role }) => ({ id, name, role })),
      person: unlocked && {
        id: unlocked.personId,
        name: unlocked.name,
        role: unlocked.role,
        hasPin: people.some(({ id }) => id === unlocked.personId),
        skipsPin: session?.id === unlocked.personId && session.skipsPin === true,
        phone:
          (session?.id === unlocked.personId
            ? session.phone
            : people.find(({ id }) => id === unlocked.personId)?.phone) ?? null,
      },
      catalogue: prices && {
        asOf: prices.asOf,
        count: prices.count,
        seenAt: seenAt ?? prices.asOf,
      },
      connection: { isOnline, isSignedOut, lastError, unsent },
    },
  }
}

function phaseOf(): Phase {
  const { person, people, till, shift } = now()
  if (person) return till ? (shift ? 'open' : 'no-shift') : isAsking ? 'loading' : 'no-till'
  if (isAsking) return 'loading'
  return people.length > 0 ? 'locked' : 'signed-out'
}

const readSales = async () =>
  (await db.events.where('kind').equals('sale').reverse().limit(MOST_SALES).toArray()).flatMap(
    asSale,
  )

function asSale({ id, at, thing: event, cashierName, unsent, received }: EventRow): SaleRecord[] {
  if (event.kind !== 'sale') return []
  const number = received?.number ?? null
  return [
    {
      id,
      at,
      sale: event,
      cashierName,
      isSent: unsent === undefined,
      serverNumber: number === event.number ? null : number,
      reviewReasons: received?.reviewReasons ?? [],
    },
  ]
}

/**
 * Reads the stock that changed since the catalogue came, and what this device sold that the server does not count yet.
 */
async function readStock() {
  const moved = new Map((await db.stock.toArray()).map((row) => [row.variantId, row.onHand]))
  const sold = new Map<string, number>()
  for (const { thing: event } of await db.events.where('uncounted').equals(1).toArray())
    if (event.kind === 'sale')
      for (const { variantId, quantity } of event.lines)
        sold.set(variantId, (sold.get(variantId) ?? 0) + quantity)
  return { moved, sold }
}

/** Deletes sent events that are older than 30 days; unsent ones never. */
async function tidy() {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
  await db.events.filter((row) => row.unsent === undefined && row.at < before).delete()
}

import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { readCertificate } from '../../platform/certificate.server.ts'
import { readClockJump } from '../../platform/clock.server.ts'
import { compareMigrations } from '../../platform/health.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { VERSION } from '../../platform/version.server.ts'
import type { Finding } from '../../rules/health/health.ts'

const MB = 1024 * 1024
const LOW_MB = 1024
const FULL_MB = 256
const MOST_SECONDS_APART = 2
/** A certificate of 90 days renews itself when a third is left; with fewer days than this, the renewal has failed. */
const FEW_DAYS = 14

/** Free space where the shop stores its data, in whole MB and percent. */
export async function checkDisk({ config }: Pick<Shop, 'config'>): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return judgeDisk((bavail * bsize) / MB, (blocks * bsize) / MB)
}

/** In trouble under 256 MB, a notice under 1 GB. */
export function judgeDisk(freeMb: number, totalMb: number): Finding {
  const percent = totalMb > 0 ? Math.floor((freeMb / totalMb) * 100) : 0
  const space = { freeMb: Math.floor(freeMb), percent }
  if (freeMb < FULL_MB) return { code: 'disk-full', ...space }
  return freeMb < LOW_MB ? { code: 'disk-low', ...space } : { code: 'disk-free', ...space }
}

/**
 * Whether the clocks of shop and database agree within two seconds, no order is dated in the future, and the clock was
 * not set since the shop started.
 */
export async function checkClock({
  db,
  now,
  config,
}: Pick<Shop, 'db' | 'now' | 'config'>): Promise<Finding> {
  const before = now().getTime()
  const { rows } = await db.execute<{ at: number; ahead: number }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at, coalesce(extract(epoch from
      (select max(created_at) from orders) - clock_timestamp()) / 60, 0)::float8 as ahead`)
  const [{ at, ahead } = { at: before, ahead: 0 }] = rows
  if (ahead > 1) return { code: 'clock-behind', minutes: Math.round(ahead) }
  const after = now().getTime()
  const apart = Math.max(before - at, at - after, 0) / 1000
  if (apart > MOST_SECONDS_APART) return { code: 'clock-differs', seconds: Math.round(apart) }
  const jump = Math.round(((await readClockJump(config.dataDir)) ?? 0) / 60_000)
  return jump === 0 ? { code: 'clock-agrees' } : { code: 'clock-set', minutes: jump }
}

/** The certificate that browsers get at the shop's own address. */
export async function checkCertificate({
  config,
  now,
}: Pick<Shop, 'config' | 'now'>): Promise<Finding> {
  const { protocol, hostname, host, port } = new URL(config.baseUrl)
  if (protocol !== 'https:')
    return hostname === 'localhost' || hostname === '127.0.0.1'
      ? { code: 'certificate-local' }
      : { code: 'certificate-none' }
  const read = await readCertificate(hostname, Number(port || 443))
  if (!read.ok) return { code: 'certificate-unknown', host, why: read.why }
  if (read.distrust) return { code: 'certificate-invalid', host, why: read.distrust }
  return judgeCertificate(Math.floor((read.validTo.getTime() - now().getTime()) / 86_400_000))
}

/** A notice when fewer than 14 days are left. */
export const judgeCertificate = (days: number): Finding => ({
  code: days < FEW_DAYS ? 'certificate-ending' : 'certificate-valid',
  days,
})

/** Whether the database has the migrations of this release. */
export async function checkVersion({ db }: { db: Db }): Promise<Finding> {
  const difference = await compareMigrations(db)
  if (difference !== 'same')
    return { code: difference === 'behind' ? 'version-behind' : 'version-ahead', version: VERSION }
  const { rows } = await db.execute<{ server_version: string }>(sql`show server_version`)
  return {
    code: 'version-current',
    version: VERSION,
    node: process.versions.node,
    postgres: rows[0]?.server_version.split(' ')[0] ?? '',
  }
}

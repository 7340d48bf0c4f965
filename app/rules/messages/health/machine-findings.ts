import { counted, type FindingText, good } from './wording.ts'

type Space = { freeMb: number; percent: number }
const formatMb = (mb: number) => (mb >= 1024 ? `${(mb / 1024).toFixed(1)} GB` : `${mb} MB`)

const spanOf = (minutes: number) =>
  minutes < 120
    ? counted(minutes, 'minute')
    : minutes < 2880
      ? counted(Math.round(minutes / 60), 'hour')
      : counted(Math.round(minutes / 1440), 'day')

/** Findings about the shop's machine and its release. */
export const MACHINE_FINDINGS = {
  'disk-free': good(
    ({ freeMb, percent }: Space) =>
      `${formatMb(freeMb)} are free where the shop keeps its data (${percent} %).`,
  ),
  'disk-low': {
    state: 'notice',
    text: ({ freeMb, percent }: Space) =>
      `Only ${formatMb(freeMb)} are free where the shop keeps its data (${percent} %).`,
    repair: 'Delete what is not needed on this disk, or get a larger one.',
  },
  'disk-full': {
    state: 'trouble',
    text: ({ freeMb, percent }: Space) =>
      `The disk of the shop's data is nearly full: ${formatMb(freeMb)} are left (${percent} %).`,
    repair:
      'Make room now: a full disk stops orders and sales. Old backups and logs are the first to go.',
  },
  'clock-differs': {
    state: 'notice',
    text: ({ seconds }: { seconds: number }) =>
      `The clocks of the shop and of its database differ by ${counted(seconds, 'second')}.`,
    repair: 'Switch on the time service of both machines (timedatectl set-ntp true).',
  },
  'clock-behind': {
    state: 'trouble',
    text: ({ minutes }: { minutes: number }) =>
      `The newest order lies ${counted(minutes, 'minute')} in the future: the clock was set back, or was wrong.`,
    repair:
      'Set the clock and switch on the time service (timedatectl set-ntp true). Times of orders and the end of reservations follow it.',
  },
  'clock-set': {
    state: 'notice',
    text: ({ minutes }: { minutes: number }) =>
      `The clock was set ${minutes > 0 ? 'ahead' : 'back'} by ${spanOf(Math.abs(minutes))} since the shop started.`,
    repair:
      'If it is wrong now, set it and switch on the time service (timedatectl set-ntp true): unpaid orders end and people are signed out by it. If it is right, start the shop again, and this goes away.',
  },
  'certificate-valid': good(
    ({ days }: { days: number }) => `It is valid for ${counted(days, 'more day', 'more days')}.`,
  ),
  'certificate-local': good(() => 'The shop is open on this machine only: it needs none.'),
  'certificate-ending': {
    state: 'notice',
    text: ({ days }: { days: number }) => `It ends in ${counted(days, 'day')}.`,
    repair:
      'Whatever renews it has not done so: look at the log of Caddy or certbot, and renew it by hand.',
  },
  'certificate-invalid': {
    state: 'trouble',
    text: ({ host, why }: { host: string; why: string }) =>
      `Browsers do not trust ${host} (${why}).`,
    repair: 'Renew the certificate; customers see a warning in place of the shop.',
  },
  'certificate-none': {
    state: 'trouble',
    text: () => 'The shop is open without https: passwords and orders travel readable for all.',
    repair: 'Put a TLS proxy in front and set BASE_URL to its https address (README, On a server).',
  },
  'certificate-unknown': {
    state: 'unknown',
    text: ({ host, why }: { host: string; why: string }) =>
      `${host} could not be reached from this machine (${why === 'ETIMEDOUT' ? 'no answer' : why}).`,
    repair: 'Open the shop in a browser elsewhere and look at the lock beside its address.',
  },
  'version-current': good(
    ({ version, node, postgres }: { version: string; node: string; postgres: string }) =>
      `Zovala ${version}, Node ${node}, PostgreSQL ${postgres}; the database fits this version.`,
  ),
  'version-behind': {
    state: 'trouble',
    text: ({ version }: { version: string }) =>
      `The database is older than Zovala ${version} needs.`,
    repair: 'Start the shop again: it brings its database up to date.',
  },
  'version-ahead': {
    state: 'trouble',
    text: ({ version }: { version: string }) =>
      `The database has been used by a newer version than Zovala ${version}.`,
    repair: 'Start the newer version again, or restore the backup from before the update.',
  },
  'clock-agrees': good(
    () => 'The clocks of the shop and of its database agree, and nothing lies in the future.',
  ),
} satisfies Record<string, FindingText>

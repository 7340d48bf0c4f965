import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The packages that docs/several-machines.md installs, each with a program that shows that it is installed. */
export const MACHINES = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  memcached: '/usr/bin/memcached',
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-account': '/usr/bin/swift-account-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-object': '/usr/bin/swift-object-server',
  openssl: '/usr/bin/openssl',
  curl: '/usr/bin/curl',
}

/**
 * The missing ones of these Debian packages. On Debian 12 as root they are installed first, without starting services.
 */
export function installPackages(packages: Record<string, string>): string[] {
  const missing = () =>
    Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
  const names = missing()
  if (names.length === 0 || process.getuid?.() !== 0 || !isDebian12()) return names
  console.log(`Installing ${names.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env })
  run('update')
  run('install', '-y', '--no-install-recommends', ...names)
  return missing()
}

function isDebian12() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8')
    return /^ID=debian$/m.test(release) && /^VERSION_ID="12"$/m.test(release)
  } catch {
    return false
  }
}

/** The account that a package made, for a service that root starts; empty when not running as root. */
export function accountOf(name: string) {
  if (process.getuid?.() !== 0) return {}
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid, gid] = row?.split(':').map(Number) ?? []
  if (!uid || !gid) throw new Error(`There is no account ${name}.`)
  return { uid, gid }
}

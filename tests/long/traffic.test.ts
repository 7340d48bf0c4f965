import { test } from 'vitest'
import { runTraffic, TRAFFIC } from '../support/traffic/run-traffic.ts'

const MINUTES = Number(process.env['TRAFFIC_MINUTES'] ?? 30)

test(
  `${MINUTES} minutes of ${TRAFFIC}: no error, and memory stays flat`,
  () => runTraffic(MINUTES),
  MINUTES * 60_000 + 240_000,
)

import { test } from 'vitest'
import { runTraffic, TRAFFIC } from '../support/traffic/run-traffic.ts'

// tests/long/traffic.test.ts runs it for half an hour.
test(`a minute of ${TRAFFIC}: no error, and the books agree`, () => runTraffic(1))

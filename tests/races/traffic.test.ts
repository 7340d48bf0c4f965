import { test } from 'vitest'
import { runTraffic, TRAFFIC } from '../support/traffic/run-traffic.ts'

// Half an hour of it: tests/long/traffic.test.ts.
test(`a minute of ${TRAFFIC}: no error, and the books agree`, () => runTraffic(1))

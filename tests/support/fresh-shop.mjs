// Starts the built product with a new sample shop in DATA_DIR, for the browser tests.
import { rmSync } from 'node:fs'

rmSync(process.env.DATA_DIR, { recursive: true, force: true })
// The tests count their own sales.
process.env.SAMPLE_HISTORY = 'off'
process.argv.length = 2
await import('../../server/start.mjs')

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import type pg from 'pg'

const CONNECTIONS = 16

/** The requests per second and their 99th percentile (ms) for one address, after a short warm-up. */
export async function measure(url: string, headers: Record<string, string>, seconds = 5) {
  const options = {
    url,
    connections: CONNECTIONS,
    headers: { 'accept-encoding': 'br', ...headers },
  }
  await autocannon({ ...options, duration: 1 })
  const result = await autocannon({ ...options, duration: seconds })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} failed: ${url}`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/** Sends the same bytes from a server that does nothing else: the most that this machine can send. */
export async function measureBare(url: string) {
  const model = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const sent = Number(
    (await fetch(url, { headers: { 'accept-encoding': 'br' }, method: 'HEAD' })).headers.get(
      'content-length',
    ),
  )
  const body = Buffer.from(await model.arrayBuffer()).subarray(0, sent)
  const headers = Object.fromEntries(
    [...model.headers].filter(([name]) => name !== 'content-length'),
  )
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const figures = await measure(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {})
  server.closeAllConnections()
  server.close()
  return figures
}

/** Moves products into the sample's dresses until the page has as many products as in earlier measurements. */
export const fillDresses = (pool: pg.Pool, least = 20) =>
  pool.query(
    `with dresses as (select d.id from categories d left join categories up on up.id = d.parent_id
       where 'dresses' in (d.slug, up.slug)),
     there as (select count(*) from products where category_id in (select id from dresses)
       and status = 'active' and archived_at is null)
     update products set category_id = (select id from categories where slug = 'dresses')
     where id in (select id from products where status = 'active' and archived_at is null
       and category_id not in (select id from dresses) order by id limit $1 - (select count from there))`,
    [least],
  )

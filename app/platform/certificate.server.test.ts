import type { AddressInfo, Server as TcpServer } from 'node:net'
import { createServer as createTcp } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { readCertificate } from './certificate.server.ts'

// Of no server but this test's: signed by itself, for `localhost`, until 2126.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO2AYUvx8/PhuGlc9
gazkCk0TZnwptrtsknT1PohWB02hRANCAAQkRe8B2xcjmR2qtf38plbF/gJOPCZ0
RYB9dTu8POsxqmWgbWcpT+dPt1zyqmXYUkUNA0L/HRXJCLAMObGENIPR
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUW2NDXtXv8NkemrJHiaayvaols68wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAxMzMxNloYDzIxMjYxMDMw
MDEzMzE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQkRe8B2xcjmR2qtf38plbF/gJOPCZ0RYB9dTu8POsxqmWgbWcpT+dP
t1zyqmXYUkUNA0L/HRXJCLAMObGENIPRo1MwUTAdBgNVHQ4EFgQUlsHClIdIAYcn
OCoda2lpkHNs9IgwHwYDVR0jBBgwFoAUlsHClIdIAYcnOCoda2lpkHNs9IgwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAxyKSax8wLq/J6ZE1jML/
EjhAUXrrrc26z4/Bzrcf/u0CICOMSJmoUhM1FN1d/q7T7WdicYcdqFTJ5UeyKm3Y
B3dg
-----END CERTIFICATE-----`

let server: Server | TcpServer
const listen = (made: Server | TcpServer) =>
  new Promise<number>((resolve) => {
    server = made.listen(0, 'localhost', () => resolve((made.address() as AddressInfo).port))
  })
afterEach(() => new Promise((closed) => server.close(closed)))

test('a certificate that no browser trusts is read, with its end and the reason', async () => {
  const port = await listen(createServer({ key: KEY, cert: CERTIFICATE }))
  expect(await readCertificate('localhost', port)).toEqual({
    ok: true,
    validTo: new Date('2126-10-30T01:33:16Z'),
    distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('a server without TLS is reported as a value instead of an exception', async () => {
  const port = await listen(
    createTcp((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  )
  expect(await readCertificate('localhost', port)).toMatchObject({ ok: false })
})

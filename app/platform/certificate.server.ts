import { isIP } from 'node:net'
import { connect } from 'node:tls'

const PATIENCE_MS = 5_000

/** `distrust`: why a browser would refuse the certificate; `why`: why there is none; both are Node's names. */
export type ReadCertificate =
  | { ok: true; validTo: Date; distrust: string | null }
  | { ok: false; why: string }

/** The certificate that a server shows, whether or not it is trusted; never throws, and gives up after five seconds. */
export const readCertificate = (host: string, port: number): Promise<ReadCertificate> =>
  new Promise((resolve) => {
    const name = host.replace(/^\[|\]$/g, '')
    const socket = connect({
      host: name,
      port,
      ...(isIP(name) === 0 ? { servername: name } : {}),
      // Accepts any certificate, because it is judged below and nothing is sent.
      rejectUnauthorized: false,
    })
    const end = (read: ReadCertificate) => {
      socket.destroy()
      resolve(read)
    }
    socket.setTimeout(PATIENCE_MS, () => end({ ok: false, why: 'ETIMEDOUT' }))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end({ ok: false, why: error.code ?? error.message }),
    )
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      const { authorized, authorizationError } = socket
      end({
        ok: true,
        validTo: new Date(valid_to),
        distrust: authorized ? null : String(authorizationError),
      })
    })
  })

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createPlainServer, type AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { countOf } from './counts.ts'
import type { Taken } from './webhook-receiver.ts'

/** How receivers treat what is sent to them. The first six heal: sooner or later they take everything. An answer without an end is a failure, as it is not known. */
export const manners = [
  'well',
  'heals',
  'hangs',
  'drips',
  'resets',
  'limits',
  'endless',
  'redirects',
  'gone',
  'bad tls',
] as const
export type Manner = (typeof manners)[number]
export const healing: readonly Manner[] = manners.slice(0, 6)

/** After the second the next attempt is half a minute away. */
const refusals = countOf(2, 1)

export interface UnrulyReceiver {
  manner: Manner
  url: string
  taken: Taken[]
}

/**
 * Merchants' servers, each of a manner and an address of its own; one of bad TLS speaks none. `strayed` counts the
 * requests at the address that redirects lead to, and `forged` has the ids of what does not verify.
 */
export async function unrulyReceivers(count: number) {
  const forged: string[] = []
  let secret = ''
  let strayed = 0
  const inside = createServer((_request, response) => {
    strayed += 1
    response.end()
  })
  const noTls = createPlainServer((socket) => socket.end('no TLS here\n'))
  const receivers: UnrulyReceiver[] = []
  /** How often each delivery was tried, by receiver and id. */
  const tries = new Map<string, number>()
  const server = createServer((request, response) => {
    const at = Number(request.url?.slice(1))
    const receiver = receivers[at]
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (!receiver) return response.writeHead(404).end()
      const body = Buffer.concat(chunks).toString()
      const id = idOf(request)
      try {
        new Webhook(secret).verify(body, request.headers as Record<string, string>)
      } catch {
        forged.push(id)
      }
      const before = tries.get(`${at} ${id}`) ?? 0
      tries.set(`${at} ${id}`, before + 1)
      const json = JSON.parse(body) as { objectRef?: string; n?: number; link_ref?: string }
      const n = json.n ?? -1
      const isTaken = answer(receiver.manner, response, { before, n, inside: portOf(inside) })
      if (isTaken) receiver.taken.push({ id, objectRef: json.objectRef ?? json.link_ref ?? '', n })
    })
  })
  for (const one of [server, inside, noTls]) {
    one.listen(0, '0.0.0.0')
    await once(one, 'listening')
  }
  for (let at = 0; at < count; at++) {
    const manner = manners[at % manners.length] as Manner
    // Of its own, since few requests at a time go to one host, and one that hangs would hold up the others.
    const host = `127.0.1.${at + 1}`
    const url =
      manner === 'bad tls' ? `https://${host}:${portOf(noTls)}/${at}` : `http://${host}:${portOf(server)}/${at}`
    receivers.push({ manner, url, taken: [] })
  }
  return {
    receivers,
    forged,
    strayed: () => strayed,
    knows: (given: string) => void (secret = given),
    async close() {
      server.closeAllConnections()
      for (const one of [server, inside, noTls]) one.close()
      await once(server, 'close')
    },
  }
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const idOf = ({ headers }: IncomingMessage) => String(headers['webhook-id'])

/** Answers as the manner has it, and says whether that takes the delivery. What heals refuses some deliveries, and those at most twice. */
function answer(
  manner: Manner,
  response: ServerResponse,
  { before, n, inside }: { before: number; n: number; inside: number },
): boolean {
  const refuses = n % 10 === 0 && before === 0
  if (manner === 'redirects') response.writeHead(302, { location: `http://127.0.0.1:${inside}/` }).end()
  else if (manner === 'gone') response.writeHead(410).end()
  else if (manner === 'heals' && n % 10 === 0 && before < refusals) response.writeHead(503).end('not yet')
  else if (manner === 'limits' && refuses) response.writeHead(429, { 'retry-after': '3' }).end()
  else if (manner === 'resets' && refuses) response.socket?.resetAndDestroy()
  else if (manner === 'hangs' && refuses) response.socket?.setTimeout(60_000)
  else if (manner === 'drips' && refuses) drip(response)
  else {
    if (manner === 'endless') pour(response.writeHead(200))
    else response.writeHead(200).end('noted')
    return true
  }
  return false
}

/** A head that never ends, a byte each second. */
function drip(response: ServerResponse): void {
  const { socket } = response
  socket?.write('HTTP/1.1 200 OK\r\nx-drip: ')
  const drops = setInterval(() => socket?.write('.'), 1_000)
  socket?.once('close', () => clearInterval(drops))
}

function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}
const piece = 'x'.repeat(16_384)

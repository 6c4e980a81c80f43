import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveQuestions } from './process.ts'

/** A receiver on all loopback addresses that answers 204 at once, and at `/dead` never. Asked for a count, it answers once so many came. */
let taken = 0
let onTaken = () => {}
const server = createServer((request, response) => {
  if (request.url === '/dead') return
  request.resume().on('end', () => {
    response.writeHead(204).end()
    taken += 1
    onTaken()
  })
})
server.listen(0, '0.0.0.0')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

serveQuestions<{ until: number }>(
  { port },
  async ({ until }) => {
    while (taken < until) await new Promise<void>((resolve) => (onTaken = resolve))
    taken = 0
    return null
  },
  { atEnd: () => server.closeAllConnections() },
)

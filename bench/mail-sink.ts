import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { serveQuestions } from './process.ts'

/** A mail server that takes everything and keeps nothing but the count of mails with a PDF. Asked for a count, it answers once it has that many. */
let taken = 0
let onTaken = () => {}
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (Buffer.concat(chunks).includes('application/pdf')) taken += 1
      done()
      onTaken()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
const { port } = server.server.address() as AddressInfo

serveQuestions<{ until: number }>(
  { url: `smtp://127.0.0.1:${port}` },
  async ({ until }) => {
    while (taken < until) await new Promise<void>((resolve) => (onTaken = resolve))
    return taken
  },
  { atEnd: () => server.close() },
)

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { defaultLanguage } from '#i18n/languages.ts'
import type { TestApp, TestMerchant } from '#test/test-app.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { readMessage } from './queries.ts'
import { sendMessage, type Message } from './send.ts'

/** A real mail server that keeps what it takes, and refuses as told: `refuse` gives an SMTP code for a recipient. */
export async function openMailServer({ refuse }: { refuse?: (recipient: string) => number | null } = {}) {
  const taken: { to: string[]; mail: Email; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address)
      done(code ? Object.assign(new Error('no such luck'), { responseCode: code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const to = session.envelope.rcptTo.map(({ address }) => address)
        void PostalMime.parse(raw).then((mail) => (taken.push({ to, mail, raw }), done()), done)
      })
    },
  })
  // A sender that is killed resets its connection, which is no fault of the test's.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  return { url: `smtp://127.0.0.1:${port}`, taken, close }
}

/** Something that takes connections and never says a word. */
export async function openSilence() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

const ownerOf = ({ merchantId }: TestMerchant) => ({ merchantId, environment: 'sandbox' as const })

/** Sends as a feature would. */
export const send = (testApp: TestApp, merchant: TestMerchant, message: Partial<Message>): Promise<string> =>
  ownTransaction(testApp.serveParts, ownerOf(merchant), { requestId: 'test' }, (ctx) =>
    sendMessage(ctx, {
      way: 'email',
      language: defaultLanguage,
      to: 'person@shop.example',
      subject: 'Hello',
      text: 'Text',
      about: { type: 'test', ref: '1' },
      ...message,
    }),
  )

/** What became of a message. */
export async function stateOf(testApp: TestApp, messageId: string) {
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ state: string; attempts: number; fault: string }>(
      'select state, attempts, fault from messages where message_id = $1',
      [messageId],
    ),
  )
  return row
}

/** The messages to somebody, oldest first, opened. */
export async function messagesTo(testApp: TestApp, recipient: string) {
  const rows = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ merchant_id: string; message_id: string }>(
      'select merchant_id, message_id from messages where recipient = $1 order by message_id',
      [recipient],
    ),
  )
  return Promise.all(
    rows.map(async ({ merchant_id: merchantId, message_id }) => {
      const owner = { merchantId, environment: 'sandbox' as const }
      const found = await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
        readMessage(ctx, message_id),
      )
      if (!found) throw new Error('a message is out of reach')
      return found
    }),
  )
}

/** A kind of file as a domain would offer it, with these files by reference; `fail` makes the next reading fail. */
export function addFiles(testApp: TestApp, files: Readonly<Record<string, Uint8Array>>) {
  const source = {
    kind: 'test_file',
    fail: false,
    read: async (transaction: InTransaction, ref: string) => {
      // As a real one does, it asks the database as the owner of the message.
      await transaction((ctx) => ctx.own.select('messages').select('message_id').limit(1).execute())
      if (!source.fail) return files[ref] ?? null
      source.fail = false
      throw new Error('the file is not made yet')
    },
  }
  Object.assign(testApp.serveParts.services, { files: [source] })
  return source
}
/** The attachment that names such a file. */
export const attached = (name: string, ref: string, type = 'application/pdf') => ({
  name,
  type,
  of: { kind: 'test_file', ref },
})

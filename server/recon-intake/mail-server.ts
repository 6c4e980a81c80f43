import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Logger } from 'pino'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Owner, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { noTenantScope } from '#server/kit/db/no-tenant.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import { keepMail } from './keep-mail.ts'

/** A mailbox that an address leads to. */
export interface Mailbox extends Owner {
  channelKey: string
}

interface Options {
  domain: string
  host: string
  port: number
  /** A certificate and its key in PEM; null for one that only keeps mails from being read on their way. */
  tls: { cert: string; key: string } | null
  database: Database
  services: Services
  now(): Date
  log: Logger
}

/**
 * Takes mails to the secret addresses of channels. An unknown one is refused at once, and a mail is acknowledged when it is kept: then
 * nothing of it is lost. It never sends anything.
 */
export async function startMailServer(options: Options): Promise<{ port: number; stop(): Promise<void> }> {
  const { domain, host, port, tls, log } = options
  const mails = createRateLimit({ most: limits.mailsPerMinute, windowMs: 60_000 })
  const mailboxes = new WeakMap<SMTPServerSession, Mailbox>()
  const server = new SMTPServer({
    name: domain,
    banner: 'Countinghouse',
    size: limits.mailBytes,
    ...tls,
    disabledCommands: ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: limits.mailConnections,
    socketTimeout: 60_000,
    closeTimeout: 3_000,
    logger: false,
    onRcptTo({ address }, session, done) {
      const to = async () => {
        if (session.envelope.rcptTo.length > 0) return reply(452, '4.5.3 One recipient at a time')
        const mailbox = await find(options, address)
        if (!mailbox) return reply(550, '5.1.1 No such mailbox')
        if (!mails.take(address.toLowerCase(), options.now()))
          return reply(450, '4.7.1 Too many mails, try again later')
        mailboxes.set(session, mailbox)
        return null
      }
      to().then(done, (error: unknown) => (log.warn({ err: error }, 'a mail was put off'), done(putOff())))
    },
    onData(stream, session, done) {
      const mailbox = mailboxes.get(session)
      const kept = mailbox
        ? keep(options, mailbox, stream)
        : Promise.resolve(reply(503, '5.5.1 Name a recipient first'))
      kept.then(
        done,
        (error: unknown) => (log.warn({ err: error }, 'a mail was put off'), stream.resume(), done(putOff())),
      )
    },
  })
  server.on('error', (error) => log.info({ error: error.message }, 'a connection for mail was lost'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  }
}

/** The channel of an address. */
async function find({ domain, database }: Options, address: string): Promise<Mailbox | null> {
  const [, key] =
    new RegExp(`^recon-([a-z2-7]{26})@${domain.replaceAll('.', String.raw`\.`)}$`).exec(address.toLowerCase()) ?? []
  if (!key) return null
  const [row] = await database.transaction(noTenantScope, (tx) =>
    tx.query<{ merchant_id: string; environment: Owner['environment']; channel_key: string }>(
      'select * from find_recon_mailbox($1)',
      [key],
    ),
  )
  return row ? { merchantId: row.merchant_id, environment: row.environment, channelKey: row.channel_key } : null
}

async function keep(options: Options, mailbox: Mailbox, stream: SMTPServerDataStream): Promise<Error | null> {
  const isKept = await keepMail(options, mailbox, stream)
  return isKept ? null : reply(552, '5.3.4 The mail is too large')
}

const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })
const putOff = () => reply(451, '4.3.0 Try again later')

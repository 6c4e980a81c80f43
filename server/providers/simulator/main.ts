import type { FastifyInstance } from 'fastify'
import { accountManners } from './account-manners.ts'
import { alarms } from './alarms.ts'
import { bank } from './bank/bank.ts'
import { emptyBook } from './book.ts'
import { callbacks } from './callbacks.ts'
import { credentialBy, type Dialect, isLoopback } from './dialect.ts'
import { openDialects } from './dialects.ts'
import { simulatorHttp } from './http.ts'
import { lockFolder } from './lock.ts'
import { mandateViewsFor } from './mandate-views.ts'
import { mandates } from './mandates.ts'
import { payments } from './payments.ts'
import { openReceivers } from './receivers.ts'
import type { EffectRecord, Line } from './records.ts'
import { remittances } from './remittance/remittances.ts'
import { settledWords } from './remittance/words.ts'
import { callbackSecret } from './signature.ts'
import { settlementPassword } from './settlement/credentials.ts'
import { settlementMail } from './settlement/mail.ts'
import { settlement, standardSeed } from './settlement/settlement.ts'
import { startSftpServer } from './settlement/sftp-server.ts'
import { openStore } from './store.ts'
import { viewsFor } from './views.ts'

export interface SimulatorOptions {
  /** 0 asks the kernel for one. */
  port: number
  host: string
  /** Of its file; made when absent. One simulator at a time. */
  dir: string
  /** For servers: bearer of every call but tokens, and the root of the call-back secret. */
  secretKey: string
  /** For browsers. */
  publishableKey: string
  now?: () => Date
  /** How long what is pending stays so. */
  delayMs?: number
  /** Where browsers find it, without a path; its own host and port unless given. */
  origin?: string
  /** Of its SFTP server, on this machine alone; 0, the default, asks the kernel for one. */
  sftpPort?: number
  /** How long a quote may be used, 30 minutes by default. */
  quoteMs?: number
  /** Decides what settlement leaves to chance, and how rates move. */
  seed?: string
}
export interface Simulator {
  port: number
  /** Null where another process has it. */
  sftpPort: number | null
  /** Ends it as a kill would, but with open requests' writes finished: what was pending is taken up at the next start. */
  close(): Promise<void>
}

/**
 * Starts the simulated payment provider on its file. It shares nothing with the gateway, neither memory nor database,
 * so that it can bear witness to what the gateway asked for. Fails when its folder or port is taken or its file damaged.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host, dir, secretKey, publishableKey, now = () => new Date(), delayMs = 1_500, origin } = options
  const { sftpPort = 0, seed = standardSeed, quoteMs = 1_800_000 } = options
  const lock = await lockFolder(dir)
  const book = emptyBook()
  // Dialects need the book; what the file has of theirs is handed over once they are open.
  const heard: Extract<Line, { type: 'dialect' }>[] = []
  const load = (line: Line): unknown => (line.type === 'dialect' ? heard.push(line) : book.record(line))
  const store = await openStore(dir, load).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  const append = (line: Line): Promise<void> => {
    book.record(line)
    return store.append(line)
  }

  // Its own port is known once it listens, and nothing is viewed before.
  const originNow = () => origin ?? `http://127.0.0.1:${portOf(app)}`
  const views = viewsFor(originNow)
  const mandateViews = mandateViewsFor(originNow)
  const clock = alarms({ now, onError: (error) => app.log.error(error, 'the simulator cannot go on') })
  const secret = callbackSecret(secretKey)
  const teller = callbacks({
    book,
    append,
    alarms: clock,
    now,
    delayMs,
    secret,
    views,
    mandateViews,
    dialects: () => dialects,
  })
  const { durable } = store
  const shared = { book, append, durable, alarms: clock, now, delayMs }
  const holders = mandates({ ...shared, onEffect: teller.tell, views: mandateViews })
  const vault = bank({ ...shared, onEffect: teller.tell })
  const abroad = remittances({ ...shared, onEffect: teller.tell, quoteMs, seed })
  const onEffect = (effect: EffectRecord): void => {
    teller.tell(effect)
    holders.follow(effect)
  }
  const desk = payments({ ...shared, onEffect, views })
  const manners = accountManners(now)
  const dialects: readonly Dialect[] = Object.entries(openDialects).map(([name, open]) => {
    const dialect: Dialect = open({
      book,
      payments: desk,
      bank: vault,
      views,
      append,
      durable,
      now,
      manners,
      announce: teller.announce,
      origin: () => `${views.origin}/${name}`,
      credential: credentialBy(name, secretKey),
      enter(entry) {
        dialect.record(entry)
        return store.append({ type: 'dialect', at: now().toISOString(), dialect: name, entry })
      },
    })
    return dialect
  })
  for (const { dialect, entry } of heard) dialects.find(({ name }) => name === dialect)?.record(entry)
  const settled = settlement({ book, append, now, seed, lines: () => store.count(), onCut: () => void post.deliver() })
  const words = settledWords({ ...shared, seed, settlement: settled, onEffect: teller.tell })
  const post = settlementMail({ book, append, alarms: clock, now, settlement: settled })
  const passwordOf = (account: string) => settlementPassword(secretKey, account)
  const sftp = await startSftpServer({ dir, port: sftpPort, settlement: settled, passwordOf }).catch(
    async (error: unknown) => {
      await store.close()
      await lock.release()
      throw error
    },
  )
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}`
  const app = simulatorHttp({
    book,
    store,
    payments: desk,
    mandates: holders,
    bank: vault,
    remittances: abroad,
    words,
    append,
    now,
    secretKey,
    publishableKey,
    views,
    dialects,
    manners,
    receivers: openReceivers(),
    settling: { settlement: settled, sftp, mail: post, passwordOf, now },
    isLocal: isLoopback(ownUrl) && isLoopback(origin ?? ownUrl),
  })

  async function close(): Promise<void> {
    clock.stop()
    await app.close()
    await sftp.close()
    await post.close()
    await teller.close()
    await store.close()
    await lock.release()
  }
  const untold = book.undelivered()
  try {
    await app.listen({ port, host })
  } catch (error) {
    await close()
    throw error
  }
  for (const effect of untold) teller.tell(effect)
  desk.resume()
  holders.resume()
  vault.resume()
  abroad.resume()
  words.start()
  post.start()
  return { port: portOf(app), sftpPort: sftp.port, close }
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

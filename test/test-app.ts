import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino, type Logger } from 'pino'
import type { Role } from '#contract/access.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { demoMerchants, seedMerchant, type DemoMerchant } from '#server/merchants/seed.ts'
import type { Parts } from '#server/parts.ts'
import { startWorker } from '#server/worker.ts'
import { testDatabase } from './postgres.ts'

/** The real application on a database of its own, reached through the front door without a port. */
export interface TestApp {
  app: FastifyInstance
  parts: Parts
  serveParts: ServeParts
  /** As the owner, whom row-level security does not bind: for looking and for arranging what no call can. */
  owner: Database
  /** Moves the application's clock. */
  clock: { now: Date | null }
  addMerchant(changes?: Partial<DemoMerchant> & { masterId?: string }): Promise<TestMerchant>
  /** The merchant's newest secret. */
  secretOf(merchant: TestMerchant): Promise<string>
  signIn(
    merchant: TestMerchant,
    options?: { roles?: Role[]; environment?: Environment; name?: string; secondFactor?: boolean },
  ): Promise<TestSession>
  call(
    session: TestSession | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  startWorker(): Promise<{ stop(): Promise<void> }>
  close(): Promise<void>
}
export interface TestMerchant {
  merchantId: string
  key: string
  /** The newest. */
  secret: string
  slug: string
}
export interface TestSession {
  token: string
  signingKey: string
  subUserId: string
  sessionId: string
  merchant: TestMerchant
}
export interface Answer {
  status: number
  text: string
  body: Record<string, unknown> & { content?: never }
  headers: Record<string, unknown>
}

export async function openTestApp(
  settings: Record<string, string> = {},
  {
    log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    passwords = 'cheap',
    database: given,
    masterKey = Buffer.alloc(32, 7),
  }: {
    log?: Logger
    /** That of a deployment, with the master key of its processes; by itself it has one of its own. */
    database?: { url: string; ownerUrl: string; drop: () => Promise<void> }
    masterKey?: Buffer
    /** At the real cost where a test measures how long an answer takes. */
    passwords?: 'cheap' | 'real'
  } = {},
): Promise<TestApp> {
  const database = given ?? (await testDatabase())
  const root = join(import.meta.dirname, '..')
  const without = {
    LOG_LEVEL: 'silent',
    DEMO: '0',
    DATABASE_URL: database.ownerUrl,
    SMTP_URL: 'smtp://127.0.0.1:9',
    REGISTRATION: 'open',
  }
  const config = readConfig({ ...without, ...settings }, [], root)
  // Without a mail server of the test's own, mails rest in the outbox.
  if (!settings['SMTP_URL']) config.mail = null
  const parts: Parts = {
    config: { ...config, webhookAllowLoopback: true },
    log,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    masterKey,
    simulatorKeys: simulatorKeys(masterKey),
    ...(passwords === 'cheap' && { passwordCost: { memory: 8, passes: 1, parallelism: 1 } }),
  }
  const clock: TestApp['clock'] = { now: null }
  const now = () => clock.now ?? new Date()
  const { app, serveParts, close } = await createApp(parts, { now, rateFactor: 10_000, undeclaredFaults: 'fail' })
  // Without a worker nobody gives a word to wait for.
  serveParts.services.firstWordMs = 0
  const owner = openDatabase(database.ownerUrl, { most: 3 })
  let hashed: Promise<string> | undefined
  const passwordPhc = () => (hashed ??= serveParts.services.passwords.hash(testPassword))

  async function addMerchant(changes: Partial<DemoMerchant> & { masterId?: string } = {}): Promise<TestMerchant> {
    const merchantId = newId()
    const slug = changes.slug ?? `m${merchantId.slice(-8)}`
    const merchant = {
      ...(demoMerchants[0] as DemoMerchant),
      logins: [],
      ...changes,
      slug,
      merchantId,
      masterId: changes.masterId ?? null,
    }
    return ownTransaction(
      { ...serveParts, database: owner },
      { merchantId, environment: 'sandbox' },
      { requestId: 'test' },
      async (ctx) => {
        await seedMerchant(ctx, merchant, { passwordPhc: await passwordPhc() })
        return { merchantId, slug, ...(await merchantSecret(ctx)) }
      },
    )
  }

  const secretOf = ({ merchantId }: TestMerchant) =>
    ownTransaction(
      { ...serveParts, database: owner },
      { merchantId, environment: 'sandbox' },
      { requestId: 'test' },
      async (ctx) => (await merchantSecret(ctx)).newest,
    )

  async function signIn(
    merchant: TestMerchant,
    {
      roles = ['admin'],
      environment = 'sandbox',
      name = 'Test User',
      secondFactor = false,
    }: { roles?: Role[]; environment?: Environment; name?: string; secondFactor?: boolean } = {},
  ): Promise<TestSession> {
    const [token, sessionId, subUserId] = [newToken(), newId(), newId()]
    await owner.transaction(null, async (tx) => {
      await tx.query(
        `insert into sub_users (merchant_id, sub_user_id, name, email, roles, is_2fa_enabled, password_phc, created_at)
         values ($1, $2, $3, $4, $5, $6, '', now())`,
        [merchant.merchantId, subUserId, name, `${subUserId}@${merchant.slug}.example`, roles, secondFactor],
      )
      await tx.query(
        `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at, expires_at, address, user_agent, second_factor)
         values ($1, $2, $3, $4, $5, now(), now(), now(), now() + interval '1 hour', '', '', $6)`,
        [merchant.merchantId, sessionId, subUserId, hashToken(newToken()), environment, secondFactor ? 'totp' : null],
      )
      await tx.query(
        `insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at) values ($1, $2, $3, $4, now())`,
        [hashToken(token), merchant.merchantId, sessionId, environment],
      )
    })
    return {
      token,
      sessionId,
      subUserId,
      merchant,
      get signingKey() {
        return sessionSigningKey(merchant.secret, sessionId, environment)
      },
    }
  }

  return {
    app,
    parts,
    serveParts,
    owner,
    clock,
    addMerchant,
    secretOf,
    signIn,
    async call(session, method, path, body, headers = {}) {
      const options: InjectOptions = {
        method,
        url: `/gateway${path}`,
        headers: {
          ...(session && { authorization: `Bearer ${session.token}` }),
          ...(body !== undefined &&
            !Buffer.isBuffer(body) &&
            !(body instanceof Readable) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: isWritten(body) ? body : JSON.stringify(body) }),
      }
      const answer = await app.inject(options)
      return { status: answer.statusCode, text: answer.body, body: jsonOf(answer.body), headers: answer.headers }
    },
    startWorker: () => startWorker(parts, { now }),
    async close() {
      await close()
      await owner.close()
      await database.drop()
    },
  }
}

/** The password of every seeded user. */
export const testPassword = 'countinghouse-demo-1'

const isWritten = (body: unknown): body is string | Buffer | Readable =>
  typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable

function jsonOf(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return {}
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishableKey, secretKey } from '../fixtures.ts'
import { startSimulator, type Simulator } from '../main.ts'
import { recordPast, type PastEffect } from '../past.ts'
import { request } from 'undici'
import { settlementPassword } from './credentials.ts'

/** For tests: a simulator with a past, its clock, and what it settles. */
export interface TestSettlement {
  readonly url: string
  readonly sftpPort: number
  password(account?: string): string
  get(path: string): Promise<{ status: number; bytes: Buffer }>
  post(path: string, body?: object): Promise<{ status: number; json: { [field: string]: unknown } }>
  /** The bytes of a file; its path as the SFTP server has it. */
  file(path: string): Promise<Buffer>
  paths(): Promise<string[]>
  setNow(at: string): void
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openSettlement(
  past: readonly PastEffect[],
  { now = '2026-11-20T12:00:00Z', seed = 's' } = {},
): Promise<TestSettlement> {
  const dir = await mkdtemp(join(tmpdir(), 'settlement-'))
  await recordPast(dir, past)
  let moment = new Date(now)
  const start = () =>
    startSimulator({ port: 0, host: '127.0.0.1', dir, secretKey, publishableKey, delayMs: 5, now: () => moment, seed })
  let running: Simulator = await start()
  const call = async (path: string, body?: object) => {
    const answer = await request(opened.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) }
  }
  const opened: TestSettlement = {
    get url() {
      return `http://127.0.0.1:${running.port}`
    },
    get sftpPort() {
      return running.sftpPort ?? 0
    },
    password: (account = 'acme') => settlementPassword(secretKey, account),
    get: (path) => call(path),
    async post(path, body = {}) {
      const { status, bytes } = await call(path, body)
      return { status, json: JSON.parse(bytes.toString()) as { [field: string]: unknown } }
    },
    file: async (path) =>
      (await call(`/v1/control/settlement/accounts/acme/file?path=${encodeURIComponent(path)}`)).bytes,
    async paths() {
      const { bytes } = await call('/v1/control/settlement/accounts/acme')
      return (JSON.parse(bytes.toString()) as { files: { path: string }[] }).files.map(({ path }) => path)
    },
    setNow: (at) => (moment = new Date(at)),
    async restart() {
      await running.close()
      running = await start()
    },
    async close() {
      await running.close()
      await rm(dir, { recursive: true })
    },
  }
  return opened
}

/** Two days of sales and refunds in two currencies, and one that is settled in another; each figure is known. */
export const twoDays: readonly PastEffect[] = [
  paid('o1', '2026-11-17T08:00:00Z', 10_000n, 'SGD'),
  paid('o2', '2026-11-17T09:00:00Z', 5_995n, 'SGD'),
  paid('o3', '2026-11-17T10:00:00Z', 2_500n, 'USD'),
  paid('o4', '2026-11-17T11:00:00Z', 123_456n, 'KES'),
  {
    refund: 'r1',
    ref: 'ref_r1',
    paymentKey: 'o1',
    at: new Date('2026-11-17T20:00:00Z'),
    amountMinor: 4_000n,
    currency: 'SGD',
  },
  paid('o5', '2026-11-18T00:00:00Z', 1_500n, 'JPY'),
  paid('o6', '2026-11-18T07:30:00Z', 7_777n, 'SGD'),
]

function paid(key: string, at: string, amountMinor: bigint, currency: string): PastEffect {
  const card = { brand: 'visa', masked: '424242******4242' }
  return {
    key,
    ref: `pay_${key}`,
    at: new Date(at),
    amountMinor,
    currency,
    card,
    merchantAccount: 'acme',
    country: 'SG',
  }
}

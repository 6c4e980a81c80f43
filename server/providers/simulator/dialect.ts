import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccountManners } from './account-manners.ts'
import type { Bank } from './bank/bank.ts'
import type { BankEffect } from './bank/records.ts'
import type { Book } from './book.ts'
import type { Payments } from './payments.ts'
import type { EffectRecord, Line, OperationRecord } from './records.ts'
import type { Views } from './views.ts'

/**
 * A way in which the simulator speaks: as another provider does, under a path of its own, over the same book and file. The
 * keys of its operations begin with its name and a colon, such as `stripe:pi_…`.
 */
export interface Dialect {
  /** Also the first part of its paths: `/stripe/v1/…`. */
  name: string
  /** Its routes, without the name. Faults of an account are played before and after them. */
  routes(app: FastifyInstance): void
  /** The account that a request's credentials name; null for a page that browsers open, whose faults are not played. */
  accountOf(request: FastifyRequest): string | null
  /** An answer in the provider's own form of errors. */
  refuse(reply: FastifyReply, status: 401 | 429 | 500): FastifyReply
  /** Takes one of its own entries, when the file is read at start and when an entry is written. */
  record(entry: unknown): void
  /** The call-backs of an effect in the provider's own form; none when no address is registered. */
  callbacksOf(operation: OperationRecord, effect: EffectRecord): readonly DialectCallback[]
  /** The same of an effect at the bank, for a dialect that has payouts. */
  bankCallbacksOf?(effect: BankEffect): readonly DialectCallback[]
}

export interface DialectCallback {
  url: string
  body: string
  /** Made anew for each delivery, as a signature carries its time. */
  headers(): Record<string, string>
}

export interface DialectParts {
  book: Book
  /** Payments, captures and refunds of the book; the keys are the dialect's own. */
  payments: Payments
  /** Balances and payouts of the book; the keys are the dialect's own. */
  bank: Bank
  views: Views
  /** Writes an entry of the dialect and hands it to `record`. It is on disk when the promise resolves. */
  enter(entry: unknown): Promise<void>
  /** Writes a line of the book, such as the token of a card. */
  append(line: Line): Promise<void>
  /** Sends a call-back about what is no effect of the book, such as an approval. */
  announce(callback: DialectCallback): void
  durable(): Promise<void>
  now(): Date
  /** Where browsers find the dialect's pages, without a slash at the end: `http://127.0.0.1:8081/stripe`. */
  origin(): string
  /** A credential of an account, the same on each start: `credential('sk_test_', account)`. */
  credential(prefix: string, account: string): string
  manners: AccountManners
}
export type OpenDialect = (parts: DialectParts) => Dialect

/** Opens a dialect; the name of an account is in its credentials, so the simulator keeps no list of accounts. */
export const credentialBy =
  (dialect: string, secretKey: string) =>
  (prefix: string, account: string): string => {
    const proof = createHmac('sha256', secretKey).update(`${dialect}\n${prefix}\n${account}`).digest('hex')
    return `${prefix}${Buffer.from(account).toString('hex')}x${proof.slice(0, 24)}`
  }

/** The account in a credential; null for one that `credentialBy` did not make. */
export function accountIn(text: string, prefix: string, credential: DialectParts['credential']): string | null {
  if (!text.startsWith(prefix)) return null
  const encoded = text.slice(prefix.length).split('x')[0] ?? ''
  const account = Buffer.from(encoded, 'hex').toString('utf8')
  return AccountName.safeParse(account).success && credential(prefix, account) === text ? account : null
}
export const AccountName = z.string().regex(/^[a-z0-9_-]{1,40}$/)

/** The simulator sends call-backs to loopback addresses only; otherwise it could reach other machines for a caller. */
export function isLoopback(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}

/** The dialect of an operation's key; undefined for an operation of the simulator's own interface. */
export const dialectOf = (dialects: readonly Dialect[], key: string): Dialect | undefined =>
  dialects.find(({ name }) => key.startsWith(`${name}:`))

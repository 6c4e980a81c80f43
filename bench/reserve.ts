import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { reservePayout } from '#server/ledger/payout-postings.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { servicesOf } from '#server/services.ts'
import { closedLoop, type Looped } from './closed-loop.ts'
import { partsOf } from './database.ts'
import { prepared } from './named-values.ts'
import type { Desk } from './payout-desk.ts'
import { serveQuestions, taskOf } from './process.ts'

/** Reservations on one account: through the ledger, and the same guarded update and rows by hand over as many connections. */
const { ownerUrl, merchantId, accountNo, currency } = taskOf<Desk>()
const parts = await partsOf(ownerUrl)
const database = openDatabase(parts.databaseUrl, {
  most: timeouts.poolConnections,
  onError: (error) => console.error(error),
})
const running = { database, services: servicesOf(parts), now: () => new Date() }
const pool = new pg.Pool({ connectionString: ownerUrl, max: timeouts.poolConnections })
const totalMinor = 1n

async function reserve(): Promise<void> {
  const set = await ownTransaction(running, { merchantId, environment: 'sandbox' }, { requestId: 'bench' }, (ctx) =>
    reservePayout(ctx, { txnRef: randomUUID(), accountNo, currency, totalMinor }),
  )
  if (set === 'short') throw new Error('the account has not enough')
}

const own = `:merchant::uuid, 'sandbox'`
const statements = [
  `update virtual_accounts set available_minor = available_minor - :total::bigint, reserved_minor = reserved_minor + :total::bigint,
     updated_at = now()
   where merchant_id = :merchant::uuid and environment = 'sandbox' and account_no = :account::text and available_minor >= :total::bigint`,
  `insert into ledger_transfers values (${own}, :transfer::uuid, 'payout.reserved', :key, 'payout', :ref::text, now())`,
  `insert into ledger_entries values (${own}, :transfer::uuid, 1, 'va_balance:' || :account::text, :currency, :total::bigint),
     (${own}, :transfer::uuid, 2, 'payout_clearing:' || :account::text, :currency, 0 - :total::bigint)`,
].map((text, at) => prepared(text, `reserve ${at}`))

async function reserveByHand(): Promise<void> {
  const client = await pool.connect()
  const ref = randomUUID()
  const values = {
    merchant: merchantId,
    account: accountNo,
    currency,
    total: totalMinor,
    ref,
    key: `payout:${ref}:reserved`,
    transfer: randomUUID(),
  }
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement(values))
    await client.query('commit')
  } finally {
    client.release()
  }
}

serveQuestions<{ connections: number; seconds: number; byHand: boolean }>(
  null,
  ({ connections, seconds, byHand }): Promise<Looped> =>
    closedLoop({ connections, seconds }, byHand ? reserveByHand : reserve),
  { atEnd: () => Promise.all([database.close(), pool.end()]) },
)

import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import pg from 'pg'
import type { Desk } from './payout-desk.ts'
import { serveQuestions, taskOf } from './process.ts'

/** Reads a sheet of payments with `csv-parse`, and asks the database what a check has to know. Nothing is checked or kept. */
const { ownerUrl, merchantId } = taskOf<Desk>()
const client = new pg.Client({ connectionString: ownerUrl })
await client.connect()
const mine = `merchant_id = $1 and environment = 'sandbox'`
const lookUps = {
  account_no: `select account_no, channel_key, currency from virtual_accounts where ${mine} and account_no = any ($2)`,
  merchant_txn_ref: `select merchant_txn_ref from payouts where ${mine} and merchant_txn_ref = any ($2)`,
  account_digest: `select account_digest, amount_minor, currency from payouts
    where ${mine} and created_at > now() - interval '72 hours' and account_digest = any ($2)`,
}

serveQuestions<{ path: string }>(
  null,
  async ({ path }) => {
    const began = performance.now()
    const rows: Record<string, string>[] = []
    for await (const row of createReadStream(path).pipe(parse({ columns: true })) as AsyncIterable<
      Record<string, string>
    >)
      rows.push(row)
    const digest = (number: string) => createHmac('sha256', 'key').update(number).digest('base64url')
    const asked: Record<keyof typeof lookUps, string[]> = {
      account_no: [...new Set(rows.map((row) => row['VirtualAccount'] ?? ''))],
      merchant_txn_ref: rows.map((row) => row['Reference'] ?? ''),
      account_digest: rows.map((row) => digest(row['AccountNumber'] ?? '')),
    }
    for (const [name, values] of Object.entries(asked))
      await client.query(lookUps[name as keyof typeof lookUps], [merchantId, values])
    return { seconds: (performance.now() - began) / 1_000, rows: rows.length }
  },
  { atEnd: () => client.end() },
)

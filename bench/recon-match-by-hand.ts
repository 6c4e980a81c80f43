import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { serveQuestions, taskOf } from './process.ts'
import { settlementTitles } from './settlement-files.ts'

/**
 * The lower bound of a reconciliation: a settlement copied as typed rows, and joined from both sides with the transactions that are there
 * into a durable table with a primary key, in one transaction. A reference is trusted to be unique, and amounts are compared alone.
 */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const client = new pg.Client({ connectionString: ownerUrl })
await client.connect()
const columns = `line_id text collate "C", type text, payment_reference text collate "C", merchant_reference text, occurred_at timestamptz,
  currency text, gross numeric(30, 8), fee numeric(30, 8), tax numeric(30, 8), net numeric(30, 8), batch text, method text`
await client.query(`
  drop table if exists by_hand_transactions, by_hand_outcomes;
  create table by_hand_transactions (${columns}, primary key (line_id));
  create table by_hand_outcomes (reference text collate "C" primary key, ours text, theirs text, status text, amount_off numeric(30, 8))`)
const copied = settlementTitles.join(', ')
const copy = (path: string, table: string) =>
  pipeline(createReadStream(path), client.query(copyFrom(`copy ${table} (${copied}) from stdin (format csv, header)`)))

/** Loads the transactions, and measures the settlement. */
serveQuestions<{ transactions: string; settlement: string }>(
  null,
  async ({ transactions, settlement }) => {
    await client.query('truncate by_hand_transactions, by_hand_outcomes')
    await copy(transactions, 'by_hand_transactions')
    await client.query('analyze by_hand_transactions')
    const began = performance.now()
    await client.query('begin')
    await client.query(`create temporary table copied on commit drop as select ${copied} from by_hand_transactions with no data`)
    await copy(settlement, 'copied')
    await client.query(
      `insert into by_hand_outcomes select coalesce(a.payment_reference, b.payment_reference), a.line_id, b.line_id,
         case when b.line_id is null then 'missing_in_settlement' when a.line_id is null then 'missing_in_transactions'
           when a.gross <> b.gross then 'amount_mismatch' else 'matched' end, b.gross - a.gross
       from by_hand_transactions a full join copied b on b.payment_reference = a.payment_reference and b.currency = a.currency`,
    )
    await client.query('commit')
    return { seconds: (performance.now() - began) / 1_000 }
  },
  {
    async atEnd() {
      await client.query('drop table by_hand_transactions, by_hand_outcomes')
      await client.end()
    },
  },
) // prettier-ignore

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sendQuery } from './send-query.ts'

/** Copies rows in PostgreSQL's text format into a table, behind the statements that were sent before (decision 110). */
export async function copyRows(client: pg.PoolClient, text: string, rows: Iterable<Uint8Array>): Promise<void> {
  // All answers are there, and pg, which takes no query of another kind into a pipeline, has none meanwhile.
  await sendQuery(client, nothing)
  const connection = client as unknown as { pipeline?: boolean }
  if (connection.pipeline !== true) throw new Error('pg keeps elsewhere now whether a connection is pipelined')
  connection.pipeline = false
  try {
    await pipeline(Readable.from(rows, { objectMode: false }), client.query(copyFrom(text)))
  } finally {
    connection.pipeline = true
  }
}
const nothing = { text: 'select 1' }

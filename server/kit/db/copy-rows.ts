import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Copies rows in PostgreSQL's text format into a table, behind the statements that were sent before. */
export const copyRows = (client: pg.PoolClient, text: string, rows: Iterable<Uint8Array>): Promise<void> =>
  pipeline(Readable.from(rows, { objectMode: false }), client.query(copyFrom(text)))

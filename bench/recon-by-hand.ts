import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { serveQuestions, taskOf } from './process.ts'
import { settlementTitles } from './settlement-files.ts'

/**
 * The lower bound of a settlement's load: all twelve columns copied as typed rows, and by an outer join with what is there into a
 * durable table with a primary and a unique key, in one transaction. No row is checked in itself, and a line counts as the
 * same by its number alone.
 */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const client = new pg.Client({ connectionString: ownerUrl })
await client.connect()
await client.query(`
  drop table if exists by_hand_lines;
  create table by_hand_lines (file_no integer, row_no bigint, line_id text collate "C", type text, payment_reference text,
    merchant_reference text, occurred_at timestamptz, currency text, gross numeric(30, 8), fee numeric(30, 8), tax numeric(30, 8),
    net numeric(30, 8), batch text, method text, bucket text, primary key (file_no, row_no));
  create unique index on by_hand_lines (line_id, (case bucket when 'loaded' then 0 else file_no end))`)
const copied = settlementTitles.join(', ')

async function load(path: string, fileNo: number): Promise<void> {
  await client.query('begin')
  await client.query(`create temporary table copied on commit drop as select ${copied} from by_hand_lines with no data`)
  await client.query('alter table copied add row_no bigint generated always as identity')
  await pipeline(
    createReadStream(path),
    client.query(copyFrom(`copy copied (${copied}) from stdin (format csv, header)`)),
  )
  await client.query(
    `insert into by_hand_lines (file_no, row_no, ${copied}, bucket)
     select $1, c.row_no, ${settlementTitles.map((name) => `c.${name}`).join(', ')}, case when l.line_id is null then 'loaded' else 'repeated' end
     from copied c left join by_hand_lines l on l.line_id = c.line_id and l.bucket = 'loaded'`,
    [fileNo],
  )
  await client.query('commit')
}
/** Loads the earlier file, and measures the load of the later one. */
serveQuestions<{ earlier: string; path: string }>(
  null,
  async ({ earlier, path }) => {
    await client.query('truncate by_hand_lines')
    await load(earlier, 1)
    await client.query('analyze by_hand_lines')
    const began = performance.now()
    await load(path, 2)
    return { seconds: (performance.now() - began) / 1_000 }
  },
  {
    async atEnd() {
      await client.query('drop table by_hand_lines')
      await client.end()
    },
  },
)

import { isoCurrencyCodes, exponentOf } from '#contract/iso-currencies.ts'
import type { Run } from './run.ts'

/**
 * Tables of one run, which only its connection sees and which are gone with its transaction. A record has a number `n` in them, which
 * says nothing; records that are matched have the number `m` of one of them.
 */
const tables = [
  // All open records of both sides. kind, unit and amount are what they are matched by; a line that is matched with nothing has no kind.
  `work_records (n integer, side text, key text collate "C", natural_key text collate "C", data_source text, recon_id uuid, reading integer,
     row_no integer, type text, at timestamptz, day date, booked_on date, due_from date, gross numeric, currency text, fee numeric, tax numeric,
     passed_on numeric, net numeric, net_currency text, rate numeric, provider_ref text, merchant_ref text, parent_ref text, method text,
     account_id text, batch text, country text, brand_id text, marketplace_id text, sku_id text, quantity text, marks text[],
     kind text, unit text, amount numeric, is_net boolean, sku text, provider_key text collate "C", merchant_key text collate "C",
     other_key text collate "C", planned_fee numeric, planned_tax numeric, plan_id uuid)`,
  // Parties of a match, lines that belong to one, and lines that cancel each other.
  `work_links (n integer, m integer, rule integer, role text)`,
  `work_suggested (n integer, s integer, rule integer, strength text, choices integer)`,
  // What several others may sum to, without all sums having been tried.
  `work_unsearched (n integer)`,
  `work_duplicates (n integer, of_n integer)`,
  `work_nearest (n integer, other integer, why text)`,
  `work_units (unit text primary key, exponent integer, tolerance numeric)`,
  `work_rules (rule integer primary key, rule_key text, by jsonb)`,
]

/** Makes the tables, with what each currency and each rule is. */
export async function createTables({ ctx, tolerance, rules }: Run): Promise<void> {
  // Hash joins of millions of rows; a run has a connection of its own, and one heavy run is under way at a time.
  await ctx.tx.query(`select set_config('work_mem', '192MB', true)`, [])
  ctx.tx.planForEach()
  for (const table of tables) await ctx.tx.query(`create temporary table ${table} on commit drop`, [])
  await ctx.tx.query(
    `insert into work_units select u.unit, u.exponent, trunc($3::numeric, u.exponent) from unnest($1::text[], $2::integer[]) u (unit, exponent)`,
    [isoCurrencyCodes, isoCurrencyCodes.map((code) => exponentOf(code) ?? 2), tolerance],
  )
  await ctx.tx.query(`insert into work_rules select * from unnest($1::integer[], $2::text[], $3::jsonb[])`, [
    rules.map((_, rule) => rule),
    rules.map(({ rule_key }) => rule_key),
    rules.map(({ refs }) => JSON.stringify(refs ? { by: [refs.a, refs.b] } : {})),
  ])
}

/** What no rule has matched so far, in the columns that rules compare. */
const looseColumns = `r.n, r.side, r.kind, r.unit, r.amount, r.is_net, r.sku, r.day, r.at, r.booked_on, r.provider_key, r.merchant_key,
  r.other_key, r.method, r.account_id, r.batch, r.natural_key`
export async function beginLoose({ ctx }: Run): Promise<void> {
  await ctx.tx.query(
    `create temporary table work_loose on commit drop as select ${looseColumns} from work_records r where r.kind <> ''`,
    [],
  )
  await ctx.tx.query('analyze work_loose (n, side, kind, unit, provider_key, merchant_key, other_key)', [])
}
/** Takes out what has been matched meanwhile. */
export async function keepLoose({ ctx }: Run): Promise<void> {
  for (const statement of [
    `analyze work_links (n, m)`,
    `create temporary table work_left on commit drop as select r.* from work_loose r
       left join work_links k on k.n = r.n and k.role <> 'beside' left join work_duplicates d on d.n = r.n
     where k.n is null and d.n is null`,
    `drop table work_loose`,
    `alter table work_left rename to work_loose`,
    `analyze work_loose (n, side, kind, unit, provider_key, merchant_key, other_key)`,
  ])
    await ctx.tx.query(statement, [])
}

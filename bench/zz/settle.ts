import pg from 'pg'
import { openBenchDatabase, asOwner } from '../database.ts'
const db = await openBenchDatabase(console.error)
try {
  const [m] = await asOwner<{ merchant_id: string }>(
    db.ownerUrl,
    `select merchant_id from merchants where slug='borneo'`,
  )
  console.log(
    await asOwner(
      db.ownerUrl,
      `select relname, reltuples, last_autoanalyze, last_analyze, n_live_tup from pg_class join pg_stat_user_tables using (relname) where relname in ('payments','payment_links','timeline','ledger_entries','ledger_transfers','audit_events','idempotency_keys','job_common')`,
    ),
  )
  const c = new pg.Client({ connectionString: db.ownerUrl })
  await c.connect()
  const own = '$1::uuid, $2::text'
  await c.query(
    `prepare t(uuid,text,uuid) as insert into ledger_transfers values (${own}, $3, 'payment.captured', 'payment:' || $3 || ':captured', 'payment', 'x', now())`,
  )
  await c.query(`prepare e(uuid,text,uuid) as insert into ledger_entries values (${own}, $3, 1, 'psp_receivable:SIMULATOR', 'MYR', 12500),
        (${own}, $3, 2, 'merchant_pending', 'MYR', -12076), (${own}, $3, 3, 'fee_income', 'MYR', -393), (${own}, $3, 4, 'fee_tax_payable', 'MYR', -31)`)
  for (let i = 0; i < 8; i++) {
    const id = crypto.randomUUID()
    await c.query('begin')
    const show = i === 7
    for (const s of [
      `execute t('${m!.merchant_id}','sandbox','${id}')`,
      `execute e('${m!.merchant_id}','sandbox','${id}')`,
    ]) {
      const r = await c.query(`explain (analyze) ${s}`)
      if (show) console.log(r.rows.map((x: any) => x['QUERY PLAN']).join('\n'))
    }
    const t0 = performance.now()
    await c.query('set constraints all immediate')
    if (show) console.log('deferred trigger ms', performance.now() - t0)
    const t1 = performance.now()
    await c.query('commit')
    if (show) console.log('commit ms', performance.now() - t1)
  }
  console.log(
    (
      await c.query(`explain select from ledger_entries e
    where e.merchant_id = '${m!.merchant_id}' and e.environment = 'sandbox' and e.transfer_id = '${crypto.randomUUID()}'
    group by e.currency having sum(e.amount_minor) <> 0 or count(*) < 2`)
    ).rows,
  )
  await c.query(`prepare z(uuid,text,uuid) as select from ledger_entries e
    where e.merchant_id = $1 and e.environment = $2 and e.transfer_id = $3
    group by e.currency having sum(e.amount_minor) <> 0 or count(*) < 2`)
  await c.query('set plan_cache_mode=force_generic_plan')
  console.log((await c.query(`explain execute z('${m!.merchant_id}','sandbox','${crypto.randomUUID()}')`)).rows)
  await c.query(
    `prepare z2(uuid,text,text) as update payments set status='Success' where merchant_id = $1 and environment = $2 and order_ref = $3 and status='Initiated'`,
  )
  console.log((await c.query(`explain execute z2('${m!.merchant_id}','sandbox','${crypto.randomUUID()}')`)).rows)
  await c.query(
    `prepare z3(uuid,text,text) as update payment_links set status='success' where merchant_id = $1 and environment = $2 and link_ref = $3 and status='processing'`,
  )
  console.log((await c.query(`explain execute z3('${m!.merchant_id}','sandbox','${crypto.randomUUID()}')`)).rows)
  await c.end()
} finally {
  await db.stop()
}

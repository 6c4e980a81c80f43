import { openBenchDatabase, asOwner } from '../database.ts'
const db = await openBenchDatabase(console.error)
console.log(await asOwner(db.ownerUrl, `select name, table_name, notify, policy, partition from pgboss.queue`))
console.log(
  await asOwner(
    db.ownerUrl,
    `select column_name, column_default, is_nullable from information_schema.columns where table_schema='pgboss' and table_name='job_common'`,
  ),
)
console.log(await asOwner(db.ownerUrl, `select * from pgboss.job limit 1`))
console.log(
  await asOwner(
    db.ownerUrl,
    `select indexname, indexdef from pg_indexes where schemaname='pgboss' and tablename='job_common'`,
  ),
)
await db.stop()

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { tablesOf } from '../tools/tables-of.ts'
import { testDatabase } from './postgres.ts'

it('has the types of all tables as the migrations make them: npm run tables writes them', async () => {
  const database = await testDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const written = readFileSync(join(import.meta.dirname, '../server/db/tables.ts'), 'utf8')
  expect(written).toBe(await tablesOf(client))
  await client.query(
    `alter table payments add kind text not null check (kind in ('a', 'b')), add noted bigint default 0`,
  )
  const changed = await tablesOf(client)
  await client.end()
  await database.drop()
  expect(changed).toContain(`    kind: 'a' | 'b'\n    noted: Generated<bigint | null>\n`)
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAllAudits } from '#server/audit-log/verify.ts'
import { jobs } from '#server/jobs.ts'
import { auditKeys } from '#server/kit/audit/audit-chain.ts'
import { prepareJobs } from '#server/kit/jobs/jobs.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { linkBody } from '#test/link-body.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { checkArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
let folder: string
let count = 0
const ends: (() => Promise<unknown>)[] = []
const masterKey = Buffer.alloc(32, 7)
const passphrase = 'correct horse battery staple'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-backup-'))
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
})
afterAll(async () => {
  for (const end of ends.splice(0)) await end()
  await testApp.close()
  await rm(folder, { recursive: true })
})

const newFile = () => join(folder, `backup-${++count}`)
const back = (file: string, sealed: string | null = null) =>
  backUp({ ownerUrl: testApp.parts.ownerUrl, masterKey, passphrase: sealed, file })
async function newDatabase(): Promise<string> {
  const { ownerUrl, drop } = await emptyDatabase()
  ends.push(drop)
  return ownerUrl
}
const restoreTo = (ownerUrl: string, file: string, changes: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({ ownerUrl, masterKey, passphrase: null, file, otherKey: false, ...changes })

async function rowsIn(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
/** A link with its line in the timeline, its job and its audit row: one commit. */
async function createLink(description: string): Promise<void> {
  const answer = await testApp.call(session, 'POST', '/merchants/paymentLink', linkBody(session, description))
  expect(answer.status, answer.text).toBe(200)
}

describe('a backup', { timeout: 60_000 }, () => {
  it('brings back every row, sequence, guard and job, whatever the texts hold, sealed or not', async () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), 20)
    for (const text of ['\\.', '\\N', 'a\n\\.\nb', '\t\r\\', ...texts]) {
      await testApp.owner.transaction({ merchantIds: [merchant.merchantId], environment: 'sandbox' }, (tx) =>
        tx.query(
          `insert into timeline (merchant_id, environment, object_type, object_ref, entry_id, at, event, actor_name)
           values ($1, 'sandbox', 'test', $2, gen_random_uuid(), now(), 'told', $3)`,
          [merchant.merchantId, `t${++count}`, text.replaceAll('\0', '')],
        ),
      )
    }
    // More than any buffer on the way holds.
    await rowsIn(
      testApp.parts.ownerUrl,
      `insert into timeline (merchant_id, environment, object_type, object_ref, entry_id, at, event, actor_name)
       select '${merchant.merchantId}', 'sandbox', 'test', 'many', gen_random_uuid(), now(), n::text, repeat(md5(n::text), n % 40)
       from generate_series(1, 6000) n`,
    )
    const all = `select * from timeline order by object_ref, entry_id`
    const guards = `
      select 'key' as kind, conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as it
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger', tgrelid::regclass::text || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
      union all select 'wall', relname || relrowsecurity || relforcerowsecurity from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1, 2`
    const queued = `select name, data, date_trunc('seconds', start_after) as start from pgboss.job where state < 'completed' order by data::text`
    for (const sealed of [null, passphrase]) {
      const file = newFile()
      const made = await back(file, sealed)
      const target = await newDatabase()
      const restored = await restoreTo(target, file, { passphrase: sealed })
      expect(restored).toMatchObject({ at: made.at, tables: made.tables, rows: made.rows })
      for (const sql of [all, guards, queued])
        expect(await rowsIn(target, sql)).toEqual(await rowsIn(testApp.parts.ownerUrl, sql))
    }
  })

  it('shows one instant: a transaction committed while it runs is in it whole or not at all', async () => {
    let stopping = false
    const writing = (async () => {
      while (!stopping) await createLink('while a backup runs')
    })()
    const file = newFile()
    for (let n = 0; n < 5; n++) await createLink('before')
    const [before] = (await rowsIn(testApp.parts.ownerUrl, 'select count(*)::int as links from payment_links')) as { links: number }[] // prettier-ignore
    await back(file)
    stopping = true
    await writing
    const target = await newDatabase()
    await restoreTo(target, file)
    const [after] = (await rowsIn(
      target,
      `select count(*)::int as links, (select count(*)::int from audit_events where action = 'payment-link.create') as audited,
         (select count(*)::int from pgboss.job where name = 'expire-payable' and state < 'completed') as jobs
       from payment_links`,
    )) as { links: number; audited: number; jobs: number }[]
    expect(before?.links).toBeGreaterThanOrEqual(5)
    expect(after?.links).toBeGreaterThanOrEqual(before?.links ?? 0)
    expect([after?.audited, after?.jobs]).toEqual([after?.links, after?.links])
    const database = openDatabase(target, { most: 2 })
    expect(await verifyAllLedgers(database)).toEqual([])
    const audit = await verifyAllAudits(database, auditKeys(testApp.serveParts.services.master))
    expect(audit.findings).toEqual([])
    expect(audit.rows).toBe(after?.links)
    await database.close()
  })

  it('holds no master key, and sealed nothing that can be read', async () => {
    const [open, sealed] = [newFile(), newFile()]
    await back(open)
    await back(sealed, passphrase)
    for (const file of [open, sealed]) {
      const bytes = await readFile(file)
      for (const form of [masterKey, masterKey.toString('base64'), masterKey.toString('hex')])
        expect(bytes.includes(form)).toBe(false)
    }
    const target = await newDatabase()
    await expect(restoreTo(target, sealed)).rejects.toThrow('is sealed: set BACKUP_PASSPHRASE')
    await expect(restoreTo(target, sealed, { passphrase: `${passphrase}!` })).rejects.toThrow(
      'passphrase is another one',
    )
  })

  it('is refused when a byte of it is another or its end is missing, before anything is restored', async () => {
    const [open, sealed, broken] = [newFile(), newFile(), newFile()]
    let harmless = 0
    await back(open)
    await back(sealed, passphrase)
    for (const file of [open, sealed]) {
      await checkArchive(file, passphrase)
      const whole = await readFile(file)
      const body = whole.indexOf(10) + 1
      const places = file === open ? 20 : 3
      for (let n = 0; n < places; n++) {
        const at = body + Math.floor((n / places) * (whole.length - body))
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ 1
        await writeFile(broken, changed)
        // A few bits of the compression mean nothing: then what it holds is what was written.
        const unharmed = file === open && isSameInside(whole.subarray(body), changed.subarray(body))
        if (!unharmed) await expect(checkArchive(broken, passphrase), `byte ${at}`).rejects.toThrow()
        else expect(++harmless).toBeLessThan(4)
        await writeFile(broken, whole.subarray(0, at))
        await expect(checkArchive(broken, passphrase), `first ${at}`).rejects.toThrow()
      }
    }
    const target = await newDatabase()
    await expect(restoreTo(target, broken, { passphrase })).rejects.toThrow()
    expect(await rowsIn(target, `select to_regclass('merchants') as there`)).toEqual([{ there: null }])
  })

  it('is only restored into an empty database, with its own key, by a version that knows its schema', async () => {
    const file = newFile()
    await back(file)
    await expect(restoreTo(testApp.parts.ownerUrl, file)).rejects.toThrow('not empty')
    const target = await newDatabase()
    await expect(restoreTo(target, file, { masterKey: Buffer.alloc(32, 8) })).rejects.toThrow(
      'not the one of this backup',
    )
    const later = newFile()
    const whole = await readFile(file)
    const header = JSON.parse(whole.subarray(0, whole.indexOf(10)).toString()) as { migrations: object[] }
    header.migrations.push({ name: '9999-later.sql', checksum: '' })
    await writeFile(later, Buffer.concat([Buffer.from(JSON.stringify(header)), whole.subarray(whole.indexOf(10))]))
    await expect(restoreTo(target, later)).rejects.toThrow('9999-later.sql')
    await restoreTo(target, file, { masterKey: Buffer.alloc(32, 8), otherKey: true })
  })

  it('is not written over another, and one that cannot be made leaves no file', async () => {
    const file = newFile()
    await writeFile(file, 'mine')
    await expect(back(file)).rejects.toThrow('is there already')
    expect(await readFile(file, 'utf8')).toBe('mine')
    await expect(back(join(folder, 'nowhere', 'file'))).rejects.toThrow('cannot be written')
  })

  it('ends all sessions, since users may have signed out after it', async () => {
    const file = newFile()
    await back(file)
    const target = await newDatabase()
    await restoreTo(target, file)
    expect(await rowsIn(target, 'select from sessions where ended_at is null')).toEqual([])
    expect(await rowsIn(target, 'select from sessions')).not.toEqual([])
    await prepareJobs(target, jobs, () => {})
  })
})

function isSameInside(one: Buffer, other: Buffer): boolean {
  try {
    return zstdDecompressSync(one).equals(zstdDecompressSync(other))
  } catch {
    return false
  }
}

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Client, escapeIdentifier } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { loadDemo } from '#server/demo.ts'
import { simulatorKeys } from '#server/kit/secrets/master-key.ts'
import type { Parts } from '#server/parts.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { asUser } from './address.ts'
import { appRole, checkAppRole, prepareAppRole } from './app-role.ts'
import { checkServer } from './check-server.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
const roles: string[] = []
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(async () => {
  const names = roles.splice(0)
  await database.drop()
  const { ownerUrl, drop } = await emptyDatabase()
  for (const name of names) await run(`drop role ${escapeIdentifier(name)}`, ownerUrl)
  await drop()
})

async function run(sql: string, url = database.ownerUrl): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
/** A role of the server's with a password that is hard to write down; answers its address in the database. */
async function newRole(attributes = '', password = `p%/@:# '"\\${randomBytes(3).toString('hex')}`): Promise<string> {
  const name = `odd role ${randomBytes(4).toString('hex')}`
  roles.push(name)
  await run(`create role ${escapeIdentifier(name)} login ${attributes} password '${password.replaceAll("'", "''")}'`)
  return asUser(database.ownerUrl, name, password)
}
const nameOf = (url: string) => escapeIdentifier(decodeURIComponent(new URL(url).username))
const databaseOf = (url: string) => escapeIdentifier(new URL(url).pathname.slice(1))

describe('the application’s role', () => {
  test('an owner who may make no roles works with one that an administrator made, odd names and passwords and all', async () => {
    const owner = await newRole()
    await run(`alter database ${databaseOf(database.ownerUrl)} owner to ${nameOf(owner)}`)
    const app = await newRole()
    await run(`grant ${appRole} to ${nameOf(app)}`)
    await checkServer(owner)
    await checkAppRole(app, owner)
    await migrate(owner)
    const client = new Client({ connectionString: app })
    await client.connect()
    await client.query(`select set_config('app.merchants', '{}', false), set_config('app.environment', 'live', false)`)
    expect((await client.query('select from payments')).rows).toEqual([])
    await expect(client.query('create table mine (n int)')).rejects.toThrow('permission denied')
    await client.end()
    await expect(prepareAppRole(owner, 'another')).rejects.toThrow('set APP_DATABASE_URL')
    await run(`reassign owned by ${nameOf(owner)} to current_user; drop owned by ${nameOf(owner)}`)
  })

  test('an owner without further rights can load the demo, its history and all', async () => {
    const owner = await newRole()
    await run(`alter database ${databaseOf(database.ownerUrl)} owner to ${nameOf(owner)}`)
    await migrate(owner)
    const dir = await mkdtemp(join(tmpdir(), 'countinghouse-plain-owner-'))
    const masterKey = Buffer.alloc(32, 7)
    const parts: Parts = {
      config: readConfig({ DATA_DIR: dir, DEMO: '1', DEMO_PAYMENTS: '100' }, [], dir),
      log: pino({ level: 'silent' }),
      databaseUrl: '',
      ownerUrl: owner,
      masterKey,
      simulatorKeys: simulatorKeys(masterKey),
      passwordCost: { memory: 8, passes: 1, parallelism: 1 },
    }
    try {
      expect(await loadDemo(parts)).toBe(true)
      const client = new Client({ connectionString: owner })
      await client.connect()
      const { rows } = await client.query<{ sellers: number }>(
        'select count(distinct merchant_id)::int as sellers from payments',
      )
      await client.end()
      expect(rows[0]?.sellers).toBeGreaterThan(3)
    } finally {
      await run(`reassign owned by ${nameOf(owner)} to current_user; drop owned by ${nameOf(owner)}`)
      await rm(dir, { recursive: true, force: true })
    }
  }, 60_000)

  test.each([
    ['superuser', 'is a superuser'],
    ['bypassrls', 'has BYPASSRLS'],
    ['', 'is not a member of countinghouse_app'],
  ])('one that is %s is refused', async (attribute, line) => {
    const app = await newRole(attribute)
    if (attribute !== '') await run(`grant ${appRole} to ${nameOf(app)}`)
    await expect(checkAppRole(app, database.ownerUrl)).rejects.toThrow(line)
  })

  test('one with the owner’s rights, or in another database, is refused', async () => {
    const owner = await newRole()
    const app = await newRole()
    await run(`grant ${appRole} to ${nameOf(app)}; grant ${nameOf(owner)} to ${nameOf(app)}`)
    await expect(checkAppRole(app, owner)).rejects.toThrow('has the rights of the owner')
    const other = await emptyDatabase()
    await expect(checkAppRole(app, other.ownerUrl)).rejects.toThrow('is not in the database of DATABASE_URL')
    await other.drop()
  })
})

describe('the server', () => {
  test.each([
    [`encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`, '', 'has the encoding LATIN1'],
    ['', 'set default_transaction_read_only = on', 'cannot be written to'],
  ])('a database that is %s %s is refused in one line', async (made, setting, line) => {
    const name = `test_${randomBytes(6).toString('hex')}`
    await run(`create database ${name} template template0 ${made}`)
    if (setting !== '') await run(`alter database ${name} ${setting}`)
    const url = new URL(database.ownerUrl)
    url.pathname = `/${name}`
    await expect(checkServer(url.href)).rejects.toThrow(line)
    await run(`drop database ${name}`)
  })

  test('a user who may make no tables is refused, and an address without a server is named', async () => {
    await expect(checkServer(await newRole())).rejects.toThrow('may not make tables')
    await expect(checkServer('postgres://o:secret@127.0.0.1:1/gateway')).rejects.toThrow(
      'The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    )
  })
})

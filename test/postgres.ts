import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { prepareAppRole } from '#server/db/app-role.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/kit/postgres/postgres.ts'
import { roomyPlace, testFolder } from './test-folder.ts'

/** A database of its own for one test file, with the whole schema and no rows but those of the migrations. */
export interface TestDatabase {
  /** The application's role, which owns nothing. */
  url: string
  /** The owner of the schema, whom row-level security does not bind. */
  ownerUrl: string
  drop: () => Promise<void>
}

/**
 * Clones the migrated template, which every run makes once. Call it in `beforeAll`, `drop` in `afterAll`.
 * Connections left open are cut by `drop`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { adminUrl, appUrl } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(adminUrl, `create database ${name} template ${template}`)
  return {
    url: inDatabase(appUrl, name),
    ownerUrl: inDatabase(adminUrl, name),
    drop: () => runSql(adminUrl, `drop database ${name} with (force)`),
  }
}

/** A database with nothing in it at all, for tests of the schema itself. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const { adminUrl, appUrl } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(adminUrl, `create database ${name} template template0`)
  return {
    url: inDatabase(appUrl, name),
    ownerUrl: inDatabase(adminUrl, name),
    drop: () => runSql(adminUrl, `drop database ${name} with (force)`),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; appUrl: string }
  }
}

const template = 'countinghouse_template'

/** vitest's global setup: one PostgreSQL for the run, not durable, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await testFolder(await roomyPlace())
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({ dataDir, log, flags: throwaway })
    try {
      project.provide('postgres', await makeTemplate(postgres.url))
    } catch (error) {
      await postgres.stop()
      throw error
    }
    return () => postgres.stop().finally(removeFolder)
  } catch (error) {
    await removeFolder()
    throw error
  }
}

async function makeTemplate(adminUrl: string): Promise<{ adminUrl: string; appUrl: string }> {
  const appUrl = await prepareAppRole(adminUrl, randomBytes(16).toString('hex'))
  await runSql(adminUrl, `create database ${template}`)
  await migrate(inDatabase(adminUrl, template))
  return { adminUrl, appUrl }
}

const log = pino({ level: 'silent' })
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

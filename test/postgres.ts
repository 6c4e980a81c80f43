import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { inject, type ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { prepareAppRole } from '#server/db/app-role.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/kit/postgres/postgres.ts'
import {
  clusterUrl,
  closeCluster,
  copyCluster,
  createCluster,
  dropCluster,
  engine,
  inDatabase,
  nodesOf,
  run,
} from './cluster.ts'
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
  const { adminUrl, nodes } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  if (nodes) await copyCluster(nodes, template, name)
  else await run(adminUrl, `create database ${name} template ${template}`)
  return database(name)
}

/** A database with nothing in it at all, for tests of the schema itself. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const { adminUrl, nodes } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  if (nodes) await createCluster(nodes, name)
  else await run(adminUrl, `create database ${name} template template0`)
  return database(name)
}

function database(name: string): TestDatabase {
  const { adminUrl, appUrl, nodes } = inject('postgres')
  return {
    url: inDatabase(appUrl, name),
    ownerUrl: inDatabase(adminUrl, name),
    drop: () => (nodes ? dropCluster(nodes, name) : run(adminUrl, `drop database ${name} with (force)`)),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `nodes` of a Citus cluster, the coordinator first; null for one PostgreSQL. */
    postgres: { adminUrl: string; appUrl: string; nodes: string[] | null }
  }
}

const template = 'countinghouse_template'

/** vitest's global setup: one PostgreSQL for the run, not durable, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (engine === 'citus') {
    const nodes = await nodesOf(clusterUrl())
    project.provide('postgres', await makeTemplate(clusterUrl(), nodes))
    return () => dropCluster(nodes, template)
  }
  const dataDir = await testFolder(await roomyPlace())
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({ dataDir, log, flags: throwaway })
    try {
      project.provide('postgres', await makeTemplate(postgres.url, null))
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

async function makeTemplate(adminUrl: string, nodes: string[] | null): Promise<ProvidedContext['postgres']> {
  const appUrl = await prepareAppRole(adminUrl, randomBytes(16).toString('hex'))
  if (nodes) {
    await dropCluster(nodes, template)
    await createCluster(nodes, template)
    // Two shards on each of two workers: enough to tell merchants apart, and quick to copy.
    await run(adminUrl, `alter database ${template} set citus.shard_count to 4`)
    await migrate(inDatabase(adminUrl, template))
    await closeCluster(nodes, template)
  } else {
    await run(adminUrl, `create database ${template}`)
    await migrate(inDatabase(adminUrl, template))
  }
  return { adminUrl, appUrl, nodes }
}

const log = pino({ level: 'silent' })
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
}

import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/** Runs a tool of the form `load <file>` on the database of the settings, running or not. Exit 1, with a line, when it fails. */
export async function loadByTool(
  usage: string,
  load: (database: Database, path: string) => Promise<void>,
): Promise<void> {
  const [act, path] = process.argv.slice(2)
  if (act !== 'load' || path === undefined) {
    console.error(usage)
    process.exitCode = 1
    return
  }
  await onOwnersDatabase((database) => load(database, path))
}

/** Runs the work of a tool on the database of the settings, running or not. Exit 1, with a line, when it fails. */
export async function onOwnersDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  try {
    const { url, stop } = await ownersDatabase(toolConfig())
    const database = openDatabase(url, { most: 1 })
    try {
      await work(database)
    } finally {
      await database.close()
      await stop()
    }
  } catch (error) {
    console.error(lineOf(error))
    process.exitCode = 1
  }
}

import { backUp } from '#server/backup/backup.ts'
import { loadMasterKey } from '#server/kit/secrets/master-key.ts'
import { ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run backup -- <file>`: writes the whole database as of one instant to one file, while the product runs; sealed
 * with BACKUP_PASSPHRASE when that is set. Exit 0 when the file is complete and on disk, 1 with a line when there is
 * none.
 */
try {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0) throw new Error('Say where to: npm run backup -- <file>')
  const config = toolConfig()
  const { url: ownerUrl, stop } = await ownersDatabase(config)
  try {
    const masterKey = await loadMasterKey(config)
    const since = performance.now()
    const { at, tables, rows, bytes } = await backUp({
      ownerUrl,
      masterKey,
      passphrase: config.backupPassphrase,
      file,
      onTable: (table, count) => console.log(`${table}: ${count}`),
    })
    const seconds = ((performance.now() - since) / 1_000).toFixed(1)
    console.log(`${rows} rows of ${tables} tables as of ${at}, ${bytes} bytes in ${seconds} s: ${file}`)
    if (config.backupPassphrase === null)
      console.log('It is not sealed: set BACKUP_PASSPHRASE, or keep it as you keep the database.')
    console.log('The master key is not in it: keep a copy of that apart.')
  } finally {
    await stop()
  }
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}

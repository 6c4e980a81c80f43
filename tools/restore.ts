import { verifyAllAudits } from '#server/audit-log/verify.ts'
import { restore } from '#server/backup/restore.ts'
import { checkAppRole, prepareAppRole } from '#server/db/app-role.ts'
import { checkServer } from '#server/db/check-server.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { auditKeys } from '#server/kit/audit/audit-chain.ts'
import { masterKey as masterKeyOf } from '#server/kit/secrets/seal.ts'
import { databasePassword, loadMasterKey } from '#server/kit/secrets/master-key.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { masterKeyThatIsThere, ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run restore -- <file>`: loads a backup into the settings' database, which has to be empty, and checks it: every
 * table against the backup's checksums, every ledger against itself, every audit log against its seals. Exit 0 when all
 * holds, 1 with a line when nothing was restored, 2 when the backup was restored but a ledger or a log in it does not hold.
 */
try {
  const [file, ...options] = process.argv.slice(2)
  const unknown = options.find((option) => option !== '--other-master-key')
  if (file === undefined || unknown !== undefined)
    throw new Error('Say what: npm run restore -- <file> [--other-master-key]')
  const config = toolConfig()
  const otherKey = options.length > 0
  const masterKey = await (otherKey ? loadMasterKey(config) : masterKeyThatIsThere(config))
  const { url: ownerUrl, stop } = await ownersDatabase(config)
  try {
    await checkServer(ownerUrl)
    const appUrl = config.appDatabaseUrl ?? (await prepareAppRole(ownerUrl, databasePassword(masterKey)))
    await checkAppRole(appUrl, ownerUrl)
    const restored = await restore({
      ownerUrl,
      masterKey,
      passphrase: config.backupPassphrase,
      file,
      otherKey,
      onTable: (table, count) => console.log(`${table}: ${count}`),
    })
    const { at, tables, rows, jobs } = restored
    console.log(
      `${rows} rows of ${tables} tables as of ${at}, each read back as it was written; ${jobs} jobs to be done.`,
    )
    const database = openDatabase(ownerUrl, { most: 2 })
    const findings = await verifyAllLedgers(database)
    // The seals of rows of another installation cannot be verified.
    const audit = otherKey
      ? null
      : await verifyAllAudits(database, auditKeys(masterKeyOf(masterKey.toString('base64'))))
    await database.close()
    for (const { merchantId, environment, invariant, detail } of findings)
      console.log(`${merchantId} ${environment}: ${invariant}: ${detail}`)
    console.log(findings.length === 0 ? 'The ledger holds.' : `${findings.length} findings.`)
    for (const { merchantId, environment, seq, what, detail } of audit?.findings ?? [])
      console.log(`${merchantId} ${environment}: row ${seq}: ${what}: ${detail}`)
    if (audit) console.log(audit.findings.length === 0 ? 'The audit log holds.' : `${audit.findings.length} findings.`)
    if (findings.length + (audit?.findings.length ?? 0) > 0) process.exitCode = 2
  } finally {
    await stop()
  }
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}

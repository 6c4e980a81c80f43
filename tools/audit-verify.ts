import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyAnchorFiles } from '#server/audit-log/anchors.ts'
import { verifyAllAudits } from '#server/audit-log/verify.ts'
import { auditKeys } from '#server/kit/audit/audit-chain.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { masterKey } from '#server/kit/secrets/seal.ts'
import { masterKeyThatIsThere, ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run audit:verify -- [--anchor <file>]… [--former-key <file>]…`: checks every row of every audit log against its
 * seal and its place, and each log against the anchors that were kept in files. Uses the database and the master key of
 * the settings; rows that were sealed under an earlier master key need that too. Exit 0 when all holds, 1 with a line for
 * each log that does not: its merchant, its environment, its first bad row and what is wrong.
 */
try {
  const { values } = parseArgs({
    options: { anchor: { type: 'string', multiple: true }, 'former-key': { type: 'string', multiple: true } },
  })
  const config = toolConfig()
  const own = (await masterKeyThatIsThere(config)).toString('base64')
  const former = await Promise.all((values['former-key'] ?? []).map((file) => readFile(file, 'utf8')))
  const keys = auditKeys(masterKey([own, ...former.map((text) => text.trim())].join()))
  const { url, stop } = await ownersDatabase(config)
  const database = openDatabase(url, { most: 2, statementMs: 600_000 })
  try {
    const { chains, rows, unchained, findings } = await verifyAllAudits(database, keys)
    const kept = await verifyAnchorFiles(database, keys, values.anchor ?? [])
    const all = [...findings, ...kept.findings]
    for (const { merchantId, environment, seq, what, detail } of all)
      console.log(`${merchantId} ${environment}: ${seq === null ? '' : `row ${seq}: `}${what}: ${detail}`)
    if (unchained > 0n) console.log(`${unchained} rows are from before the log was chained.`)
    const checked = `${rows} rows of ${chains} logs, ${kept.anchors} kept anchors`
    console.log(all.length === 0 ? `The audit log holds: ${checked}.` : `${all.length} findings: ${checked}.`)
    if (all.length > 0) process.exitCode = 1
  } finally {
    await database.close()
    await stop()
  }
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}

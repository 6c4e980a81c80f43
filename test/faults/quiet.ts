import { check, type Finding } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { becomes, type Deployment } from './deployment.ts'
import type { Journal } from './journal.ts'
import { readWitness } from './witness.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'

/**
 * Waits until no attempt is under way here or at the provider, and a moment more for its call-backs, then hears the
 * witnesses. What is still open when the patience is over is a finding, not an error.
 */
export async function findingsWhenQuiet(
  deployment: Deployment,
  journal: Journal,
  { patienceMs = 60_000 } = {},
): Promise<{ findings: Finding[]; settledAfterMs: number }> {
  const since = performance.now()
  await becomes(() => isSettled(deployment), patienceMs)
  const settledAfterMs = Math.round(performance.now() - since)
  // One that found no API is sent again minutes later, and must then change nothing either; it is not waited for.
  await becomes(async () => (await readWitness(deployment.simulator.dir)).undelivered === 0, 2_000)
  const evidence = await gatherEvidence({
    journal,
    ownerUrl: deployment.ownerUrl,
    simulatorDir: deployment.simulator.dir,
  })
  return { findings: [...check(evidence), ...(await ledgerFindings(deployment))], settledAfterMs }
}

async function isSettled(deployment: Deployment): Promise<boolean> {
  const open = await deployment
    .sql(`select from payments where status in ('Initiated', 'Pending', 'Authorized')
      union all select from refunds where status = 'PENDING' limit 1`)
    .catch(() => ['not to be seen'])
  if (open.length > 0) return false
  const { payments, refunds } = await readWitness(deployment.simulator.dir)
  return [...payments, ...refunds].every(({ status }) => status !== 'pending')
}

/** What the program itself finds in its ledger: no witness, but it must see what the checker sees. */
async function ledgerFindings(deployment: Deployment): Promise<Finding[]> {
  const database = openDatabase(deployment.ownerUrl, { most: 2 })
  try {
    const found = await verifyAllLedgers(database)
    return found.map(({ invariant, detail }) => ({
      rule: 'the ledger finds nothing in itself',
      detail: `${invariant}: ${detail}`,
    }))
  } finally {
    await database.close()
  }
}

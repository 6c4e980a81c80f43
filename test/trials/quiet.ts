import { check, type Finding } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { becomes, type House } from './house.ts'
import type { Journal } from './journal.ts'
import { readWitness } from './witness.ts'
import { openDatabase } from '#server/kit/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'

/**
 * Waits until no attempt is under way here or at the provider, and a moment more for its call-backs, then hears the
 * witnesses. What is still open when the patience is over is a finding, not an error.
 */
export async function findingsWhenQuiet(
  house: House,
  journal: Journal,
  { patienceMs = 60_000 } = {},
): Promise<{ findings: Finding[]; settledAfterMs: number }> {
  const since = performance.now()
  await becomes(() => isSettled(house), patienceMs)
  const settledAfterMs = Math.round(performance.now() - since)
  // One that found no API is sent again minutes later, and must then change nothing either; it is not waited for.
  await becomes(async () => (await readWitness(house.simulator.dir)).undelivered === 0, 2_000)
  const evidence = await gatherEvidence({ journal, ownerUrl: house.ownerUrl, simulatorDir: house.simulator.dir })
  return { findings: [...check(evidence), ...(await ledgerFindings(house))], settledAfterMs }
}

async function isSettled(house: House): Promise<boolean> {
  const open = await house
    .sql(`select from payments where status in ('Initiated', 'Pending', 'Authorized')
      union all select from refunds where status = 'PENDING' limit 1`)
    .catch(() => ['not to be seen'])
  if (open.length > 0) return false
  const { payments, refunds } = await readWitness(house.simulator.dir)
  return [...payments, ...refunds].every(({ status }) => status !== 'pending')
}

/** What the program itself finds in its ledger: no witness, but it must see what the checker sees. */
async function ledgerFindings(house: House): Promise<Finding[]> {
  const database = openDatabase(house.ownerUrl, { most: 2 })
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

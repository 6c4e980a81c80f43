import { check, type Finding } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { becomes, type House } from './house.ts'
import type { Journal } from './journal.ts'
import { readWitness } from './witness.ts'
import { openDatabase } from '#server/kit/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'

/**
 * Waits until no attempt is under way and the provider has told all it has to tell, then hears the witnesses. What is
 * still open when the patience is over is a finding, not an error.
 */
export async function findingsWhenQuiet(
  house: House,
  journal: Journal,
  { patienceMs = 60_000 } = {},
): Promise<{ findings: Finding[]; settledAfterMs: number }> {
  const since = performance.now()
  await becomes(() => isQuiet(house), patienceMs)
  const settledAfterMs = Math.round(performance.now() - since)
  const evidence = await gatherEvidence({ journal, ownerUrl: house.ownerUrl, simulatorDir: house.simulator.dir })
  return { findings: [...check(evidence), ...(await ledgerFindings(house))], settledAfterMs }
}

async function isQuiet(house: House): Promise<boolean> {
  const [row] = await house
    .sql<{ open: boolean }>(
      `select exists (select from payments where status in ('Initiated', 'Pending', 'Authorized')) as open`,
    )
    .catch(() => [])
  if (row?.open !== false) return false
  const { payments, undelivered } = await readWitness(house.simulator.dir)
  return undelivered === 0 && payments.every(({ status }) => status !== 'pending')
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

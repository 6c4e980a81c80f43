import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSettlement, twoDays, type TestSettlement } from '#server/providers/simulator/settlement/fixtures.ts'
import { amount, readBy, told } from './reading-fixtures.ts'

/** The simulator writes its files from its own records, without our readers: what they find there is what it has settled. */
let settled: TestSettlement
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'simulated-files-'))
  settled = await openSettlement(twoDays)
})
afterAll(async () => {
  await settled.close()
  await rm(dir, { recursive: true })
})

async function read(layout: string, path: string) {
  const file = join(dir, path.slice(path.lastIndexOf('/') + 1))
  await writeFile(file, await settled.file(path))
  return readBy(layout, { path: file })
}

it.each([
  ['SIMULATOR', '/settlement/settlement_acme_20261117_01.csv', 7],
  ['ADYEN_SETTLEMENT_DETAIL', '/adyen/settlement_detail_report_batch_2026111701.xlsx', 7],
  ['PAYPAL_STL', '/paypal/STL-20261117.01.009.csv', 10],
] as [string, string, number][])(
  '%s: every line is a record, and the file is proven in all that it states',
  async (layout, path, lines) => {
    const { rows, records, summary } = await read(layout, path)
    expect(records.length).toBe(lines)
    expect(records.filter(({ marks }) => marks.length > 0)).toEqual([])
    expect(rows.filter(({ outcome }) => 'rejected' in outcome)).toEqual([])
    expect(summary.proofs.filter(({ state }) => state !== 'proven')).toEqual([])
    expect(summary.proofs.map(told)).toEqual(expect.arrayContaining(proofs[layout] ?? []))
    const [first] = records
    expect([first?.merchantRef, first?.providerRef, amount(first?.gross ?? null)]).toEqual(['o1', 'pay_o1', '100'])
  },
)
const proofs: Record<string, string[]> = {
  SIMULATOR: ['payout 2026111701-SGD SGD proven 113.76', 'payout 2026111701-USD USD proven 32.47'],
  ADYEN_SETTLEMENT_DETAIL: ['payout 2026111701 SGD proven 113.76', 'payout 2026111701 USD proven 32.47'],
  PAYPAL_STL: ['footer fee_debits SGD proven 6.19', 'balance total SGD proven 0', 'footer count  proven 10'],
}

it('lines that belong to nothing, or have no reference, are read in every shape, and the files stay proven', async () => {
  const other = await openSettlement(twoDays)
  for (const kind of ['row_unknown', 'costs_added', 'references_lost', 'row_contradicted'])
    await other.post('/v1/control/settlement/accounts/acme/flaws', { kind, day: '2026-11-17', reference: 'o2' })
  const files = {
    SIMULATOR: '/settlement/settlement_acme_20261117_01.csv',
    ADYEN_SETTLEMENT_DETAIL: '/adyen/settlement_detail_report_batch_2026111701.xlsx',
    PAYPAL_STL: '/paypal/STL-20261117.01.009.csv',
  }
  for (const [layout, path] of Object.entries(files)) {
    const file = join(dir, `flawed-${path.slice(path.lastIndexOf('/') + 1)}`)
    await writeFile(file, await other.file(path))
    const { rows, summary } = await readBy(layout, { path: file })
    expect(
      rows.filter(({ outcome }) => 'rejected' in outcome),
      layout,
    ).toEqual([])
    expect(
      summary.proofs.filter(({ state }) => state !== 'proven'),
      layout,
    ).toEqual([])
  }
  await other.close()
})

it.each([
  ['footer_wrong', 'payout 2026111701-SGD SGD unproven 113.77 by -0.01'],
  ['row_missing', 'payout 2026111701-SGD SGD unproven 113.76 by -57.63'],
])('a flaw, %s, is what the file fails to prove', async (kind, expected) => {
  await settled.post('/v1/control/settlement/accounts/acme/flaws', {
    kind, day: '2026-11-17', reference: 'o2', payout: 'stays', shapes: ['csv'],
  }) // prettier-ignore
  const { summary } = await read('SIMULATOR', '/settlement/settlement_acme_20261117_01.csv')
  await settled.post('/v1/control/settlement/accounts/acme/heal')
  expect(summary.proofs.map(told)).toContain(expected)
})

it('a batch of less than nothing is proven too: the bank gives what the refunds took', async () => {
  const other = await openSettlement(twoDays, { now: '2026-11-17T12:00:00Z' })
  await other.post('/v1/control/settlement/close')
  other.setNow('2026-11-18T00:00:00Z')
  const text = (await other.file('/settlement/settlement_acme_20261117_02.csv')).toString()
  await other.close()
  const { summary } = await readBy('SIMULATOR', { text })
  expect(summary.proofs.map(({ state, lines }) => [state, lines])).toEqual([['proven', 1]])
})

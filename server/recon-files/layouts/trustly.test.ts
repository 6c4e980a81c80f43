import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy, told } from './reading-fixtures.ts'

const line = (id: string, kind: string, money: string, payout: string, fee: string) =>
  `I,${id},2026-08-02T09:00:00.000Z,9400,3618,Deferred,1,102,4444,ref-${id},Capture,Completed,2026-08-02T09:30:00.000Z,2026-08-02T09:05:00.000Z,USD,${money},${payout},AC118,6301,${kind},U${id},ptx-${id},${fee}`
const small = [
  'H,P11KFUN,1.0.0,2026-08-02T12:00:00.000Z,2026-08-03T12:00:00.000Z,3618,0001of0001',
  line('1', 'Sale', '10.40', 'T5', '-0.01'),
  line('2', 'Return', '-3.10', 'T5', ''),
  line('3', 'Refund', '-5.00', 'T6', '0.00'),
  'F,Shop,,T5,USD,7.29,21,2026-08-01T10:00:00.000Z',
  'F,Shop,,T6,USD,-5.00,21,2026-08-01T10:00:00.000Z',
  'L,3,2.30,3,2.29',
].join('\n')

describe("Trustly's P11KFUN", () => {
  it('has no titles; its footers prove each payout, the count and the sums', async () => {
    const { records, summary } = await readBy('TRUSTLY_P11KFUN', { text: small })
    expect(records.map(({ type, gross, fee, batch }) => [type, amount(gross), amount(fee), batch])).toEqual([
      ['payment', '10.4', '0.01', 'T5'],
      ['chargeback', '-3.1', '0', 'T5'],
      ['refund', '-5', '0', 'T6'],
    ])
    expect(summary.proofs.map(told)).toEqual([
      'footer T5 net USD proven 7.29',
      'footer T6 net USD proven -5',
      'footer count  proven 3',
      'footer gross  proven 2.3',
      'footer net  proven 2.29',
    ])
  })
})

describe.runIf(hasRealFiles)("Trustly's P11KFUN, of real files", () => {
  it.each([
    ['r-code-reversal', ['payment 10.4', 'chargeback -10.4'], 'footer T5 net USD proven -0.01'],
    ['recurring-series-collision', ['payment 3.1', 'chargeback -3.1'], 'footer T2 net USD proven -3.1'],
    ['refund-long-merchant-reference', ['refund -5'], 'footer T6 net USD proven -5'],
  ])('%s', async (name, lines, proof) => {
    const { records, summary } = await readBy('TRUSTLY_P11KFUN', { path: realFile(`trustly/P11KFUN-3618-${name}.csv`) })
    expect(records.map(({ type, gross }) => `${type} ${amount(gross)}`)).toEqual(lines)
    expect(summary.proofs.map(told)).toContain(proof)
    expect(summary.proofs.every(({ state }) => state === 'proven')).toBe(true)
  })
})

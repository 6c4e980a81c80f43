import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRules, type ReconRule } from '#contract/recon-rule-shapes.ts'
import type { ReconDryRun, ReconRules } from '#contract/recon-rules.ts'
import type { ReconChange } from '#contract/recon-runs.ts'
import { openRunning, type Running } from './fixtures.ts'

let app: Running
beforeAll(async () => {
  app = await openRunning()
  await app.tellOf('O1', 'R-1', 1_000)
  await app.load([{ ref: 'r 1' }, { ref: 'R2', gross: '20.00' }], 'first.csv')
})
afterAll(() => app.close())

const tryOut = async (rules: readonly ReconRule[]): Promise<ReconDryRun> => {
  const { dry_run_id } = app.dataOf<ReconDryRun>(
    await app.ask('POST', '/api/recon/rules/dry-runs', { msm_id: 1, rules }),
  )
  await app.work()
  return app.dataOf(await app.ask('GET', `/api/recon/rules/dry-runs/${dry_run_id}`))
}
const save = (dry_run_id: string) => app.ask('POST', '/api/recon/rules', { dry_run_id })
const rules = async (query = '') => app.dataOf<ReconRules>(await app.ask('GET', `/api/recon/rules?msm_id=1${query}`))
const strict = defaultRules.settlement.map((rule) => ({
  ...rule,
  is_enabled: rule.kind === 'reference' && !rule.is_loose,
}))

describe('rules', () => {
  it('are tried only on an answer', async () => {
    const answer = await app.ask('POST', '/api/recon/rules/dry-runs', { msm_id: 1, rules: strict })
    expect([answer.status, answer.body['status_code']]).toEqual([409, '4032'])
  })

  it('are those of the product until others are saved', async () => {
    expect(await rules()).toMatchObject({
      version: 0,
      newest: 0,
      leg: 'settlement',
      rules: defaultRules.settlement,
      versions: [],
    })
  })

  it('show what they would change before they are saved, and nothing of it is kept until then', async () => {
    const before = await app.run()
    expect(before.totals.map(({ side, status, count }) => `${side} ${status} ${count}`)).toEqual([
      'a matched 1',
      'b matched 1',
      'b missing_in_transactions 1',
    ])
    const tried = await tryOut(strict)
    expect(tried).toMatchObject({ status: 'done', base_version: 0, result: { changed: 2 } })
    expect(tried.result?.shifts).toEqual([
      { before: 'matched', after: 'missing_in_settlement', records: 1 },
      { before: 'matched', after: 'missing_in_transactions', records: 1 },
    ])
    expect(tried.result?.samples.map(({ provider_ref, after }) => `${provider_ref} ${after}`)).toEqual([
      'R-1 missing_in_settlement',
      'r 1 missing_in_transactions',
    ])
    expect(await app.read(before.run_id)).toMatchObject({ is_answer: true, totals: before.totals })

    const twin = await tryOut(strict)
    expect(app.dataOf(await save(tried.dry_run_id))).toMatchObject({ version: 1, newest: 1, rules: strict })
    // The other was compared with rules that are not in force any more.
    expect((await save(twin.dry_run_id)).body['status_reason']).toBe('CHANGED_MEANWHILE')
    await app.work()
    const [after] = await app.runs()
    expect(after).toMatchObject({ status: 'done', is_answer: true, changed: 2, causes: [{ kind: 'rules', ref: '1' }] })
    expect(await rules('&version=0')).toMatchObject({ version: 0, newest: 1, rules: defaultRules.settlement })
    expect((await app.ask('GET', '/api/recon/rules?msm_id=1&version=9')).status).toBe(404)

    const compared = await app.ask('POST', `/api/recon/runs/${after?.run_id}/compare`, {})
    const changes = compared.body.content as unknown as ReconChange[]
    expect(
      changes
        .map(
          ({ provider_ref, causes, before: b, after: a }) =>
            `${provider_ref} ${causes.join()} ${b?.status} ${a?.status}`,
        )
        .toSorted(),
    ).toEqual(['R-1 rule matched missing_in_settlement', 'r 1 rule matched missing_in_transactions'])
  })

  it.each([
    ['one key twice', [strict[0], strict[0]], 'rules.1.rule_key', 'given_twice'],
    [
      'a reference that is not said',
      [{ rule_key: 'ab', kind: 'reference', is_enabled: true }],
      'rules.0.refs',
      'required',
    ],
    ['days of a reference', [{ ...strict[0], days: 3 }], 'rules.0.days', 'unknown_field'],
    ['sums without days', [{ rule_key: 'ab', kind: 'sums', is_enabled: true }], 'rules.0.days', 'required'],
    [
      'amounts the wrong way round',
      [{ ...strict[0], only: { amount_from: '5', amount_to: '4.5' } }],
      'rules.0.only.amount_to',
      'too_small',
    ],
    ['none', [], 'rules', 'required'],
    [
      'more than 50',
      Array.from({ length: 51 }, (_none, at) => ({ ...strict[0], rule_key: `r${at}` })),
      'rules',
      'too_many',
    ],
  ])('are refused with the place that is wrong: %s', async (_name, wrong, path, reason) => {
    const answer = await app.ask('POST', '/api/recon/rules/dry-runs', { msm_id: 1, rules: wrong })
    expect([answer.status, answer.body['errors']]).toMatchObject([400, [{ path, reason }]])
  })
})

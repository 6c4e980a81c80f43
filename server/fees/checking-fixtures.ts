import type { FeeCheck } from '#contract/fee-checks.ts'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { openReconciling, type Line } from '#server/recon-files/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'

export type CheckingFees = Awaited<ReturnType<typeof openCheckingFees>>

/** Files and fee plans of a merchant through the front door, for tests; it has no plan but what a test makes. */
export async function openCheckingFees() {
  const recon = await openReconciling()
  const sql = <R extends object>(text: string, ...values: unknown[]) =>
    recon.testApp.owner.transaction(null, (tx) => tx.query<R>(text, [recon.merchant.merchantId, ...values]))
  await sql(`delete from fee_plans where merchant_id = $1`)
  await recon.saveMapping()
  const create = (terms: object) =>
    recon.ask('POST', '/merchants/recon/v3/charge-config/create', {
      charge_config: { payment_channel_key: 'SIMULATOR', percent_fee: 2, ...terms },
    })
  const check = () => runJobs(recon.testApp, { names: ['check-fees'] })
  const contentOf = <T>({ status, text, body }: Awaited<ReturnType<typeof recon.ask>>): T => {
    if (status !== 200) throw new Error(text)
    return body.content as unknown as T
  }
  return {
    recon,
    sql,
    create,
    check,
    contentOf,
    async made(terms: object): Promise<FeePlan> {
      const [first] = recon.dataOf<FeePlan[]>(await create(terms))
      if (!first) throw new Error('no plan')
      return first
    },
    remove: (uuid: string) =>
      recon.testApp.call(
        recon.session,
        'DELETE',
        `/merchants/${recon.merchant.key}/paychannel/SIMULATOR/delete-fee-config-record?uuid=${uuid}`,
      ),
    /** Loads a file, has its fees checked, and gives its id. */
    async load(lines: readonly Line[], name: string): Promise<string> {
      const file = await recon.load(lines, name)
      await check()
      return file.recon_id
    },
    mismatches: async (filters: object = {}) =>
      contentOf<FeeCheck[]>(await recon.ask('POST', '/merchants/fee-mismatch-transactions', { filters })),
  }
}

/** Reference, charged fee, agreed fee and difference of some checks. */
export const told = (rows: readonly FeeCheck[]): string[] =>
  rows
    .map(
      ({ txn_ref, charged_fee, expected_fee, difference }) => `${txn_ref} ${charged_fee} ${expected_fee} ${difference}`,
    )
    .toSorted()

import { catalogue, catalogueEntry } from '#contract/channel-catalogue.ts'
import { connect } from '#server/channels/add.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accountCredentials, dialectsWithAccounts } from '#server/providers/simulator/account-credentials.ts'

/**
 * Connects a demo merchant to every provider that the simulator speaks as, under the account of its own name, and to the
 * simulator for payouts.
 */
export async function connectSimulated(ctx: Ctx, account: string, simulatorKey: string): Promise<void> {
  for (const dialect of dialectsWithAccounts) {
    const entry = catalogue.find(({ provider }) => provider === dialect)
    if (!entry) throw new Error(`the catalogue has no channel at ${dialect}`)
    const credentials = accountCredentials(dialect, simulatorKey, account)
    await connect(ctx, { entry, body: { creds: {} }, credentials, tested: { kind: 'working', account, checks: [] } })
  }
  const simulator = catalogueEntry('SIMULATOR')
  if (!simulator) throw new Error('the catalogue has no simulator')
  await connect(ctx, {
    entry: simulator,
    body: { creds: {}, pay_type: 'PAYOUT', is_va_flow: true, name: 'Simulator payouts' },
    credentials: {},
    tested: { kind: 'working', account: '', checks: [] },
  })
}

import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { connect } from '#server/channels/add.ts'
import type { Credentials } from '#server/channels/credentials.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { credentialBy } from '#server/providers/simulator/dialect.ts'

type Make = (prefix: string, account: string) => string
/** The credentials of an account at each provider that the simulator speaks as, in test mode. */
const credentialsOf: Readonly<Record<string, (make: Make, account: string) => Credentials>> = {
  STRIPE: (make, account) => ({ publishable_key: make('pk_test_', account), secret_key: make('sk_test_', account) }),
  PAYPAL: (make, account) => ({ client_id: make('A', account), client_secret: make('E', account) }),
  XENDIT: (make, account) => ({
    secret_key: make('xnd_development_', account),
    callback_token: make('xnd_callback_', `development_${account}`),
  }),
}

/** Connects a demo merchant to every provider that the simulator speaks as, under the account of its own name. */
export async function connectSimulated(ctx: Ctx, account: string, simulatorKey: string): Promise<void> {
  for (const [key, make] of Object.entries(credentialsOf)) {
    const entry = catalogueEntry(key)
    if (!entry?.provider) throw new Error(`the catalogue has no ${key}`)
    const credentials = make(credentialBy(entry.provider, simulatorKey), account)
    await connect(ctx, { entry, body: { creds: {} }, credentials, tested: { kind: 'working', account, checks: [] } })
  }
}

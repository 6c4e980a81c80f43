import { credentialBy } from './dialect.ts'

type Make = (prefix: string, account: string) => string
const made: Readonly<Record<string, (make: Make, account: string) => Record<string, string>>> = {
  stripe: (make, account) => ({ publishable_key: make('pk_test_', account), secret_key: make('sk_test_', account) }),
  paypal: (make, account) => ({ client_id: make('A', account), client_secret: make('E', account) }),
  xendit: (make, account) => ({
    secret_key: make('xnd_development_', account),
    callback_token: make('xnd_callback_', `development_${account}`),
  }),
}

/** The providers at which accounts of the simulator have credentials, by the dialect. */
export const dialectsWithAccounts: readonly string[] = Object.keys(made)

/** The credentials of an account in test mode, as the provider that the simulator speaks as names them. */
export function accountCredentials(dialect: string, simulatorKey: string, account: string): Record<string, string> {
  const make = made[dialect]
  if (!make) throw new Error(`the simulator has no accounts as ${dialect}`)
  return make(credentialBy(dialect, simulatorKey), account)
}

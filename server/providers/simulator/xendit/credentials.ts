import type { DialectParts } from '../dialect.ts'

/** The credentials of an account's channel, by their names in the catalogue. The modes are two accounts that share nothing. */
export const xenditCredentials = (
  credential: DialectParts['credential'],
  account: string,
  mode: 'development' | 'production' = 'development',
): { secret_key: string; callback_token: string } => ({
  secret_key: credential(`xnd_${mode}_`, account),
  callback_token: credential('xnd_callback_', `${mode}_${account}`),
})

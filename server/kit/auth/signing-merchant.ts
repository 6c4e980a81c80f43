import type { Database, Transaction } from '#server/kit/db/db.ts'
import { open, type MasterKey } from '#server/kit/secrets/seal.ts'
import { previousSecretPlace, secretPlace } from '#server/kit/secrets/vault.ts'
import { secretCredential } from './credential.ts'
import type { FlagFacts } from './session-lookup.ts'

/** An active merchant as it is now, with the secrets by which its servers prove themselves. */
export interface SigningMerchant {
  merchant_id: string
  key: string
  wrapped_key: Buffer
  secret_sealed: Buffer
  previous_sealed: Buffer | null
  secret_version: number
  facts: FlagFacts
}
const columns = 'merchant_id, key, wrapped_key, secret_sealed, previous_sealed, secret_version, facts'

export const findSigningMerchant = async (tx: Transaction, key: string): Promise<SigningMerchant | undefined> =>
  (await tx.query<SigningMerchant>(`select ${columns} from find_signing_merchant($1)`, [key]))[0]

/** The merchant of an auth token that has not expired, and by which secret the token was made. */
export const findAuthToken = (
  database: Database,
  hash: Buffer,
  at: Date,
): Promise<(SigningMerchant & { made_by: Buffer }) | undefined> =>
  database.transaction(
    null,
    async (tx) =>
      (
        await tx.query<SigningMerchant & { made_by: Buffer }>(
          `select ${columns}, made_by from find_auth_token($1, $2)`,
          [hash, at],
        )
      )[0],
    { readOnly: true },
  )

/** A secret that is good, and under which name its last use is kept. */
interface GoodSecret {
  secret: string
  credential: string
}
/** The merchant's secret, and while it is being replaced the one before, which is then the last. */
export function goodSecrets(master: MasterKey, row: SigningMerchant): GoodSecret[] {
  const keys = { master, wrapped: row.wrapped_key }
  const newest = open(keys, row.secret_sealed, secretPlace(row.merchant_id))
  const good = [{ secret: newest, credential: secretCredential(row.secret_version) }]
  if (row.previous_sealed === null) return good
  const previous = open(keys, row.previous_sealed, previousSecretPlace(row.merchant_id))
  return [...good, { secret: previous, credential: secretCredential(row.secret_version - 1) }]
}

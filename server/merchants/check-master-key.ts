import { connectTo } from '#server/db/check-server.ts'
import { masterKey, open, SealBroken } from '#server/kit/secrets/seal.ts'
import { secretPlace } from '#server/kit/secrets/vault.ts'

/** Whether the master key opens what is sealed in the owner's database; true where nothing is. */
export async function opensSecrets(ownerUrl: string, key: Buffer): Promise<boolean> {
  const client = await connectTo(ownerUrl, 'DATABASE_URL')
  try {
    const { rows } = await client.query<{ merchant_id: string; wrapped_key: Buffer; secret_sealed: Buffer }>(
      'select merchant_id, wrapped_key, secret_sealed from merchants order by created_at desc limit 1',
    )
    const [newest] = rows
    if (!newest) return true
    const keys = { master: masterKey(key.toString('base64')), wrapped: newest.wrapped_key }
    open(keys, newest.secret_sealed, secretPlace(newest.merchant_id))
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  } finally {
    await client.end()
  }
}

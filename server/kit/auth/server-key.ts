import { timingSafeEqual } from 'node:crypto'
import type { Role } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { KeyScope } from '#contract/kit/key-scopes.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { MerchantServer, Refusal } from './merchant-server.ts'
import { isWithin } from './networks.ts'
import { hashServerKey, keyIdIn } from './server-key-form.ts'
import { flagsOf, type FlagFacts } from './session-lookup.ts'

/** What a server that came with a key may do. */
export interface ServerKey {
  keyId: string
  name: string
  scopes: readonly KeyScope[]
  /** The roles that its maker has at this moment; the key may do nothing that they may not. */
  makerRoles: readonly Role[]
}

/**
 * The server that a key belongs to, read anew for each request, so that a key which was revoked or narrowed counts as such on
 * every node at once. Rejects with `serverTokenInvalid` for a text that is no key. One that has ended, or that comes from elsewhere
 * than its networks, is proved and `refused`; whoever brings it is told the same.
 */
export async function readServerKey(database: Database, key: string, address: string): Promise<MerchantServer> {
  const given = hashServerKey(key)
  // Of several keys with one id the hash decides; a look-up without a row compares too, and takes the same time.
  const rows = await findServerKey(database, keyIdIn(key))
  const fitting = (rows.length > 0 ? rows : [none]).filter(({ key_hash: own, previous_hash: previous }) => {
    const [fits, fitted] = [timingSafeEqual(given, own), timingSafeEqual(given, previous ?? nothing)]
    return fits || fitted
  })
  const row = fitting[0]
  if (!row || row.key_id === '') throw new Fault('serverTokenInvalid')
  return {
    merchantId: row.merchant_id,
    merchantKey: row.merchant_key,
    flags: flagsOf(row.facts),
    environment: row.environment,
    key: { keyId: row.key_id, name: row.name, scopes: row.scopes, makerRoles: row.maker_roles },
    credential: row.key_id,
    refused: refusalOf(row, address),
  }
}

/** The reason for the merchant's own API log; whoever asks is not told it. */
function refusalOf(row: KeyRow, address: string): Refusal | null {
  if (!row.is_alive) return 'SERVER_KEY_ENDED'
  return row.networks.length === 0 || isWithin(row.networks, address) ? null : 'SERVER_KEY_NETWORK'
}

interface KeyRow {
  merchant_id: string
  merchant_key: string
  environment: Environment
  key_id: string
  name: string
  scopes: KeyScope[]
  networks: string[]
  key_hash: Buffer
  previous_hash: Buffer | null
  is_alive: boolean
  maker_roles: Role[]
  facts: FlagFacts
}
/** No key has this hash: nothing is known that hashes to zeros. */
const nothing = Buffer.alloc(32)
const none: KeyRow = {
  merchant_id: '',
  merchant_key: '',
  environment: 'sandbox',
  key_id: '',
  name: '',
  scopes: [],
  networks: [],
  key_hash: nothing,
  previous_hash: null,
  is_alive: false,
  maker_roles: [],
  facts: {},
}

const findServerKey = (database: Database, keyId: string): Promise<KeyRow[]> =>
  database.transaction(
    null,
    (tx) =>
      tx.query<KeyRow>(
        `select merchant_id, merchant_key, environment, key_id, name, scopes, networks, key_hash, previous_hash, is_alive,
           maker_roles, facts from find_server_key($1)`,
        [keyId],
      ),
    { readOnly: true },
  )

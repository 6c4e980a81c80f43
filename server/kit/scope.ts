import { Fault } from '#contract/faults.ts'
import { merchantFields, merchantParams, onlyReads, type Call } from '#contract/kit/call.ts'
import type { Owner, User } from './ctx.ts'
import type { Database, Scope } from './db.ts'
import type { ParsedInput } from './parse.ts'

const clientKeyHeaders = ['x-client-key', 'x-portone-client-key', 'x-chaipay-client-key']
const subMerchantHeaders = ['x-sub-merchant-key', 'x-portone-submerchant-key', 'x-chaipay-submerchant-key']
/** Who asks, as far as it decides where they may. */
export type Caller = Pick<User, 'merchantId' | 'merchantKey' | 'environment' | 'subUserId' | 'flags'>
export type Headers = Record<string, string | string[] | undefined>

/**
 * The merchants that a request names, wherever they travel, each held against the session: its own, or for a master
 * the accepted sub-merchants. Outside and absent look alike. Without any, the request is about the session's own.
 */
export function scopeResolver(call: Call, database: Database) {
  const params = merchantParams(call)
  const queryFields = merchantFields(call.query)
  const bodyFields = merchantFields(call.body)
  // Showing a secret is no reading: it is held to the master's toggle like any change.
  const writes = !onlyReads(call)

  return async function resolve(
    user: Caller,
    input: ParsedInput,
    headers: Headers,
  ): Promise<{ scope: Scope; owner: Owner }> {
    if (differs(headers['x-sub-user-uuid'], user.subUserId)) throw new Fault('notFound', { why: 'sub-user header' })
    for (const named of [input.query['environment'], input.body['environment']])
      if (named !== undefined && named !== user.environment) throw new Fault('invalidEnvironment')

    const subMerchants = subMerchantHeaders.flatMap((name) => headers[name] ?? [])
    const named = [
      ...params.map((name) => input.path[name]),
      ...queryFields.flatMap((name) => input.query[name]),
      ...bodyFields.flatMap((name) => input.body[name]),
      ...clientKeyHeaders.flatMap((name) => headers[name] ?? []),
      ...subMerchants,
    ].filter((value): value is string => typeof value === 'string' && value !== '')
    const own = (value: string) => value === user.merchantId || value === user.merchantKey
    const others = [...new Set(named.filter((value) => !own(value)))]

    const target = others.length > 0 ? await resolveOthers(user, others, writes) : []
    const inOwnName = target.length === 0 || named.some(own)
    // The client key of a master's own session stands beside the sub-merchant that it acts for.
    const merchantIds = target.length > 0 ? target : [user.merchantId]
    const [first] = merchantIds as [string, ...string[]]
    const all = inOwnName && target.length > 0 ? [user.merchantId, ...target] : merchantIds
    return {
      scope: { merchantIds: all as [string, ...string[]], environment: user.environment },
      owner: { merchantId: first, environment: user.environment },
    }
  }

  async function resolveOthers(user: Caller, others: string[], write: boolean): Promise<string[]> {
    if (!user.flags.master) throw new Fault('notFound', { why: 'a merchant outside the session' })
    const found = await database.transaction(
      null,
      (tx) =>
        tx.query<{ merchant_id: string; key: string; writable: boolean }>('select * from find_merchants($1, $2)', [
          user.merchantId,
          others,
        ]),
      { readOnly: true },
    )
    const ids = others.map((name) => found.find((row) => row.merchant_id === name || row.key === name))
    if (ids.some((row) => row === undefined)) throw new Fault('notFound', { why: 'a merchant outside the session' })
    if (write && ids.some((row) => !row?.writable)) throw new Fault('denied', { why: 'master access is switched off' })
    return [...new Set(ids.map((row) => row?.merchant_id as string))]
  }
}

const differs = (header: string | string[] | undefined, wanted: string) =>
  header !== undefined && header !== '' && header !== wanted

import { Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { merchantParams, onlyReads } from '#contract/kit/call-facts.ts'
import { refFields, valuesAt } from '#contract/kit/refs.ts'
import type { Owner, User } from '#server/kit/ctx.ts'
import type { Database, Scope, Transaction } from '#server/kit/db/db.ts'
import type { ParsedInput } from '#server/kit/http/parse.ts'

const clientKeyHeaders = ['x-client-key', 'x-portone-client-key', 'x-chaipay-client-key']
const subMerchantHeaders = ['x-sub-merchant-key', 'x-portone-submerchant-key', 'x-chaipay-submerchant-key']
/** The merchant's key that a request states of itself, in its body or a header. */
export const keyIn = (headers: Headers, body: Record<string, unknown>): string | undefined =>
  [body['chaipay_key'], ...clientKeyHeaders.flatMap((name) => headers[name] ?? [])]
    .map((key) => (typeof key === 'string' ? key.trim() : ''))
    .find((key) => key !== '')

/** The facts of a session that decide its scope. */
export type Caller = Pick<User, 'merchantId' | 'merchantKey' | 'environment' | 'subUserId' | 'flags'>
export type Headers = Record<string, string | string[] | undefined>

/** The scope of a request, the merchant that it is about and, for a call about several merchants, those. */
export interface Where {
  scope: Scope
  owner: Owner
  merchants: readonly string[] | null
}

/** The merchants that a session of this one may name: its own first, then the others by name. */
export const listMerchants = (tx: Transaction, actor: string) =>
  tx.query<{ merchant_id: string; key: string; name: string; writable: boolean }>('select * from list_merchants($1)', [
    actor,
  ])

/**
 * Checks the merchants that a request names, in the path, query or body, against the session: its own or, for a master,
 * the accepted sub-merchants. A merchant outside the scope is answered like one that does not exist. Without a named
 * merchant the request is about the session's own.
 */
export function scopeResolver(call: Call, database: Pick<Database, 'transaction'>) {
  const params = merchantParams(call)
  const inQuery = merchantFields(call.query)
  const inBody = merchantFields(call.body)
  // Showing a secret is subject to the master's toggle like any change.
  const writes = !onlyReads(call)

  return async function resolve(user: Caller, input: ParsedInput, headers: Headers): Promise<Where> {
    if (differs(headers['x-sub-user-uuid'], user.subUserId)) throw new Fault('notFound', { why: 'sub-user header' })
    for (const named of [input.query['environment'], input.body['environment']])
      if (named !== undefined && named !== user.environment) throw new Fault('invalidEnvironment')

    const subMerchants = subMerchantHeaders.flatMap((name) => headers[name] ?? [])
    const named = [
      ...params.map((name) => input.path[name]),
      ...inQuery.flatMap(({ path }) => valuesAt(input.query, path)),
      ...inBody.flatMap(({ path }) => valuesAt(input.body, path)),
      ...clientKeyHeaders.flatMap((name) => headers[name] ?? []),
      ...subMerchants,
    ].filter((value): value is string => typeof value === 'string' && value !== '')
    const own = (value: string) => value === user.merchantId || value === user.merchantKey
    const others = [...new Set(named.filter((value) => !own(value)))]

    const found = others.length > 0 ? await resolveOthers(user, others, writes) : new Map<string, string>()
    const target = [...new Set(found.values())]
    if (call.across || input.body['merchant_keys'] !== undefined) {
      const idOf = (value: string) => (own(value) ? user.merchantId : (found.get(value) as string))
      return across(user, { asked: input.body['merchant_keys'], path: input.path[params[0] ?? ''], idOf })
    }
    // The request is signed with the session's key, which is derived from the secret of its own merchant.
    const inOwnName = target.length === 0 || named.some(own) || call.signed !== undefined || call.ownKey === true
    // The client key of the master's own session accompanies the sub-merchant that it acts for.
    const merchantIds = target.length > 0 ? target : [user.merchantId]
    const [first] = merchantIds as [string, ...string[]]
    const all = inOwnName && target.length > 0 ? [user.merchantId, ...target] : merchantIds
    return {
      scope: { merchantIds: all as [string, ...string[]], environment: user.environment },
      owner: { merchantId: first, environment: user.environment },
      merchants: null,
    }
  }

  /** A call about several merchants covers those that it names; without names, all that its path permits. */
  async function across(
    { merchantId, environment, flags }: Caller,
    { asked, path = merchantId, idOf }: { asked: unknown; path?: string | undefined; idOf(value: string): string },
  ): Promise<Where> {
    const owner = { merchantId: idOf(path), environment }
    const merchants = Array.isArray(asked)
      ? [...new Set((asked as string[]).map(idOf))]
      : flags.master && owner.merchantId === merchantId
        ? await allOf(merchantId)
        : [owner.merchantId]
    return { scope: { merchantIds: merchants as [string, ...string[]], environment }, owner, merchants }
  }

  async function allOf(actor: string): Promise<string[]> {
    const rows = await database.transaction(null, (tx) => listMerchants(tx, actor), { readOnly: true })
    return rows.map((row) => row.merchant_id)
  }

  async function resolveOthers(user: Caller, others: string[], write: boolean): Promise<Map<string, string>> {
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
    return new Map(others.map((name, at) => [name, ids[at]?.merchant_id as string]))
  }
}

const merchantFields = (schema: Call['query']) => refFields(schema).filter(({ kind }) => kind === 'merchant')

const differs = (header: string | string[] | undefined, wanted: string) =>
  header !== undefined && header !== '' && header !== wanted

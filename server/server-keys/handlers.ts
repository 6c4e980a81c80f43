import { Fault, fieldFault } from '#contract/faults.ts'
import { mayGive } from '#contract/given-scopes.ts'
import { covers, keyScopes, type KeyScope } from '#contract/kit/key-scopes.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/server-keys.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { networkOf } from '#server/kit/auth/networks.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import { hashServerKey, newKeyId, newServerKey } from '#server/kit/auth/server-key-form.ts'
import { notify } from '#server/notifications/notify.ts'
import {
  changeKey,
  findKey,
  insertKey,
  listKeys,
  lockMerchant,
  replaceHash,
  revokeKey,
  type KeyRow,
} from './queries.ts'
import { shownKeys } from './shown.ts'

export const handlers: Handlers<typeof contract> = {
  async listServerKeys(ctx) {
    return shownKeys(ctx, await listKeys(ctx))
  },

  async createServerKey(ctx, { body }) {
    const { name, days } = body
    const maker = userOf(ctx)
    const scopes = givenScopes(ctx, body.scopes)
    const networks = networksOf(body.networks ?? [])
    await lockMerchant(ctx)
    const present = await listKeys(ctx)
    if (present.filter(isAlive).length >= limits.serverKeys) throw new Fault('tooMany')
    expectFreeName(present, name)
    const keyId = newKeyId(ctx.owner.merchantId)
    const key = newServerKey(ctx.owner.environment, keyId)
    await insertKey(ctx, { keyId, name, scopes, networks, days, maker, hash: hashServerKey(key) })
    ctx.auditSubject(keyId, madeAs(readable({ name, scopes, networks })))
    await notify(ctx, 'server_key_made', { by: ctx.actor.name, name })
    return { ...(await existing(ctx, keyId)), server_key: key }
  },

  async updateServerKey(ctx, { path, body }) {
    await lockMerchant(ctx)
    const before = await alive(ctx, path.key_id)
    const after = {
      name: body.name ?? before.name,
      // What it has already is not given anew.
      scopes: body.scopes ? givenScopes(ctx, body.scopes, before.scopes) : before.scopes,
      networks: body.networks ? networksOf(body.networks) : before.networks,
    }
    expectFreeName(await listKeys(ctx), after.name, path.key_id)
    await changeKey(ctx, path.key_id, after)
    ctx.auditSubject(path.key_id, changesFrom(readable(before), readable(after)))
    return existing(ctx, path.key_id)
  },

  async rotateServerKey(ctx, { path, body }) {
    const maker = userOf(ctx)
    await lockMerchant(ctx)
    const before = await alive(ctx, path.key_id)
    // From now on it follows the rights of who rotates it.
    givenScopes(ctx, before.scopes)
    const key = newServerKey(ctx.owner.environment, before.key_id)
    await replaceHash(ctx, before, { hash: hashServerKey(key), hours: body.overlap_hours, maker })
    ctx.auditSubject(before.key_id, madeAs({ overlap_hours: String(body.overlap_hours) }))
    await notify(ctx, 'server_key_made', { by: ctx.actor.name, name: before.name })
    return { ...(await existing(ctx, before.key_id)), server_key: key }
  },

  async revokeServerKey(ctx, { path }) {
    await lockMerchant(ctx)
    const { key_id: keyId } = await alive(ctx, path.key_id)
    await revokeKey(ctx, keyId)
    ctx.auditSubject(keyId)
    return undefined
  },
}

const isAlive = ({ state }: KeyRow) => state === 'active'

/** A key that is neither revoked nor over. */
async function alive(ctx: Ctx, keyId: string): Promise<KeyRow> {
  const key = await findKey(ctx, keyId)
  if (!key) throw new Fault('notFound')
  if (!isAlive(key)) throw new Fault('wrongState')
  return key
}

async function existing(ctx: Ctx, keyId: string) {
  const key = await findKey(ctx, keyId)
  const [shown] = key ? await shownKeys(ctx, [key]) : []
  if (!shown) throw new Fault('notFound')
  return shown
}

/** The scopes, each once and none that another includes. Throws `scopeNotHeld` for one that the user may not give. */
function givenScopes(ctx: Ctx, asked: readonly KeyScope[], had: readonly KeyScope[] = []): KeyScope[] {
  const { roles } = userOf(ctx)
  const beyond = asked.find((scope) => !covers(had, scope) && !mayGive(roles, scope))
  if (beyond) throw new Fault('scopeNotHeld', { why: beyond })
  return keyScopes.filter(
    (scope) => asked.includes(scope) && !(scope.endsWith(':read') && asked.includes(writing(scope))),
  )
}
const writing = (scope: KeyScope) => scope.replace(':read', ':write') as KeyScope

/** The networks in their canonical form, each once. Throws for a text that is none. */
function networksOf(asked: readonly string[]): string[] {
  const networks = asked.map((text, at) => {
    const network = networkOf(text)
    if (network === null)
      throw fieldFault(
        'invalidRequest',
        `networks.${at}`,
        'not_a_network',
        'Write an IP address or a network such as 203.0.113.0/24.',
      )
    return network
  })
  return [...new Set(networks)]
}

/** Keys that are over leave their names. */
function expectFreeName(keys: readonly KeyRow[], name: string, but = ''): void {
  const taken = keys.some((key) => isAlive(key) && key.key_id !== but && key.name.toLowerCase() === name.toLowerCase())
  if (taken) throw fieldFault('duplicateName', 'name', 'already_used')
}

const readable = ({ name, scopes, networks }: Pick<KeyRow, 'name' | 'scopes' | 'networks'>) => ({
  name,
  scopes: scopes.join(', '),
  networks: networks.join(', '),
})

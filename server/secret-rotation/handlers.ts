import type { Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/secret-rotation.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { newToken } from '#server/kit/auth/token.ts'
import { lastUses } from '#server/kit/auth/last-uses.ts'
import { secretCredential } from '#server/kit/auth/credential.ts'
import { merchantKeys, openSealed, previousSecretPlace, seal, secretPlace } from '#server/kit/secrets/vault.ts'
import { notify } from '#server/notifications/notify.ts'
import { endPrevious, lockSecret, readSecret, replaceSecret, signWithNew } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  readSecretState: (ctx) => state(ctx),

  async rotateSecret(ctx, { body }) {
    const { merchantId } = ctx.owner
    const before = await lockSecret(ctx)
    if (before.previous_until) throw new Fault('wrongState')
    const keys = await merchantKeys(ctx)
    const secret = newToken()
    const old = openSealed(keys, before.secret_sealed, secretPlace(merchantId))
    await replaceSecret(ctx, {
      sealed: seal(keys, secret, secretPlace(merchantId)),
      previous: seal(keys, old, previousSecretPlace(merchantId)),
      hours: body.overlap_hours,
    })
    ctx.auditSubject(merchantId, madeAs({ overlap_hours: String(body.overlap_hours) }))
    await notify(ctx, 'secret_rotated', { by: ctx.actor.name })
    return { ...(await state(ctx)), iamportSecret: secret }
  },

  async signWithNewSecret(ctx) {
    const before = await lockSecret(ctx)
    if (!before.previous_until || !before.previous_secret_signs) throw new Fault('wrongState')
    await signWithNew(ctx)
    ctx.auditSubject(ctx.owner.merchantId)
    return state(ctx)
  },

  async endPreviousSecret(ctx) {
    const before = await lockSecret(ctx)
    if (!before.previous_until) throw new Fault('wrongState')
    await endPrevious(ctx)
    ctx.auditSubject(ctx.owner.merchantId)
    return state(ctx)
  },
}

async function state(ctx: Ctx): Promise<Output<typeof contract.readSecretState>> {
  const row = await readSecret(ctx)
  const [present, before] = [secretCredential(row.secret_version), secretCredential(row.secret_version - 1)]
  const uses = await lastUses(ctx, [present, before])
  const used = (credential: string) => {
    const use = uses.get(credential)
    return { last_used_at: use?.used_at ?? null, last_used_from: use?.address ?? '' }
  }
  return {
    rotated_at: row.secret_rotated_at,
    ...used(present),
    previous: row.previous_until && {
      valid_until: row.previous_until,
      signs: row.previous_secret_signs,
      ...used(before),
    },
  }
}

import type * as contract from '#contract/webhooks.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { masked } from '#server/kit/secrets/seal.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { notify } from '#server/notifications/notify.ts'
import { checkUrl } from './check-url.ts'
import { createWebhook, existingWebhook, namesOf, shownWebhooks } from './create.ts'
import { queueWaiting } from './deliver.ts'
import { disableDeliveries, makeWait } from './deliveries.ts'
import { readDeliveriesOf } from './history.ts'
import { readHeaderNames, saveOwnHeaders } from './own-headers.ts'
import { changeWebhook, hasName, lockMerchant, lockWebhook, type LockedWebhook } from './queries.ts'
import { readSecrets, resetSecret } from './secret.ts'

export const webhookHandlers: Handlers<typeof contract> = {
  async listWebhooks(ctx) {
    const [webhooks, [secret]] = await Promise.all([shownWebhooks(ctx), readSecrets(ctx)])
    return { webhooks, secureSecret: secret === undefined ? '' : masked(secret) }
  },

  createWebhook: (ctx, { body }) => createWebhook(ctx, body),

  async listWebhookDeliveries(ctx, { path }) {
    const { uuid } = await existingWebhook(ctx, path.uuid)
    return readDeliveriesOf(ctx, uuid)
  },

  async updateWebhook(ctx, { body }) {
    const { uuid } = body
    if (body.url !== undefined) checkUrl(ctx, body.url)
    await lockMerchant(ctx)
    const webhook = await lockWebhook(ctx, uuid)
    if (!webhook || webhook.deleted_at) throw new Fault('notFound')
    const { name = webhook.name, url = webhook.url, type = webhook.type, enabled: on = webhook.enabled } = body
    if (await hasName(ctx, name, { but: webhook.webhook_id })) throw fieldFault('duplicateName', 'name', 'already_used')
    const renewed = on && (!webhook.enabled || url !== webhook.url)
    const anew = renewed ? { silent_since: null, failing_since: null, failing_told_at: null } : {}
    const after = { name, url, type, enabled: on }
    const before = (await readHeaderNames(ctx)).get(uuid)?.join(', ') ?? ''
    const headers = body.headers ? namesOf(body.headers) : before
    ctx.auditSubject(uuid, changesFrom({ ...shown(webhook), headers: before }, { ...after, headers }))
    if (body.headers) await saveOwnHeaders(ctx, uuid, body.headers)
    await changeWebhook(ctx, webhook.webhook_id, { ...after, ...anew })
    if (renewed) {
      // Deliveries that failed at the old settings are worth trying at once.
      await makeWait(ctx, webhook.webhook_id)
      await queueWaiting(ctx, { ...webhook, silent_since: null })
    }
    return existingWebhook(ctx, uuid)
  },

  async deleteWebhook(ctx, { path }) {
    const webhook = await lockWebhook(ctx, path.uuid)
    if (!webhook || webhook.deleted_at) throw new Fault('notFound')
    await changeWebhook(ctx, webhook.webhook_id, { deleted_at: ctx.now })
    await disableDeliveries(ctx, webhook.webhook_id)
    ctx.auditSubject(webhook.webhook_id, changesFrom(shown(webhook), { name: '', url: '', type: '', enabled: false }))
    return undefined
  },

  async resetSecureSecret(ctx) {
    ctx.auditSubject(ctx.owner.merchantId)
    const { secret, previousValidUntil } = await resetSecret(ctx)
    await notify(ctx, 'webhook_secret_reset', { by: ctx.actor.name })
    return { secureSecret: secret, previous_valid_until: previousValidUntil }
  },
}

const shown = ({ name, url, type, enabled }: LockedWebhook) => ({ name, url, type, enabled })

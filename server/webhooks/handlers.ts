import type * as contract from '#contract/webhooks.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { masked } from '#server/kit/secrets/seal.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { notify } from '#server/notifications/notify.ts'
import { checkUrl } from './check-url.ts'
import { queueWaiting } from './deliver.ts'
import { disableDeliveries, makeWait } from './deliveries.ts'
import { readFigures } from './figures.ts'
import { readDeliveriesOf, readLastDeliveries } from './history.ts'
import { readHeaderNames, saveOwnHeaders } from './own-headers.ts'
import {
  changeWebhook,
  findWebhook,
  hasName,
  insertWebhook,
  listWebhooks,
  lockMerchant,
  lockWebhook,
  readMerchantKey,
  type LockedWebhook,
} from './queries.ts'
import { readSecrets, resetSecret, signingSecrets } from './secret.ts'

export const webhookHandlers: Handlers<typeof contract> = {
  async listWebhooks(ctx) {
    const [rows, last, figures, headers, iamportkey, [secret]] = await Promise.all([
      listWebhooks(ctx),
      readLastDeliveries(ctx),
      readFigures(ctx),
      readHeaderNames(ctx),
      readMerchantKey(ctx),
      readSecrets(ctx),
    ])
    const webhooks = rows.map((row) => ({
      ...row,
      iamportkey,
      last_delivery: last.get(row.uuid) ?? null,
      headers: headers.get(row.uuid) ?? [],
      ...(figures.get(row.uuid) ?? noFigures),
    }))
    return { webhooks, secureSecret: secret === undefined ? '' : masked(secret) }
  },

  async createWebhook(ctx, { body }) {
    const { name, url, type, enabled = true } = body
    checkUrl(ctx, url)
    await lockMerchant(ctx)
    if ((await listWebhooks(ctx)).length >= limits.webhooksPerMerchant) throw new Fault('tooMany')
    if (await hasName(ctx, name)) throw fieldFault('duplicateName', 'name', 'already_used')
    await signingSecrets(ctx)
    const webhookId = insertWebhook(ctx, { name, url, type, enabled })
    await saveOwnHeaders(ctx, webhookId, body.headers ?? [])
    const headers = namesOf(body.headers)
    ctx.auditSubject(webhookId, madeAs({ name, url, type, enabled, ...(headers && { headers }) }))
    return existing(ctx, webhookId)
  },

  async listWebhookDeliveries(ctx, { path }) {
    const { uuid } = await existing(ctx, path.uuid)
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
    return existing(ctx, uuid)
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

const noFigures = { waiting: { count: 0, since: null }, day: { ended: 0, delivered: 0 } }
const namesOf = (headers: readonly { name: string }[] = []) => headers.map(({ name }) => name).join(', ')
const shown = ({ name, url, type, enabled }: LockedWebhook) => ({ name, url, type, enabled })

async function existing(ctx: Ctx, webhookId: string) {
  const [webhook, iamportkey, headers] = await Promise.all([
    findWebhook(ctx, webhookId),
    readMerchantKey(ctx),
    readHeaderNames(ctx),
  ])
  if (!webhook) throw new Fault('notFound')
  return { ...webhook, iamportkey, headers: headers.get(webhookId) ?? [] }
}

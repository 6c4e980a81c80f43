import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createWebhook as declaration } from '#contract/webhooks.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { checkUrl } from './check-url.ts'
import { noFigures, readFigures } from './figures.ts'
import { readLastDeliveries } from './history.ts'
import { readHeaderNames, saveOwnHeaders } from './own-headers.ts'
import { findWebhook, hasName, insertWebhook, listWebhooks, lockMerchant, readMerchantKey } from './queries.ts'
import { signingSecrets } from './secret.ts'

/** Registers a webhook. Throws `refusedUrl`, `tooMany` and `duplicateName`. */
export async function createWebhook(ctx: Ctx, body: Input<typeof declaration>['body']) {
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
  return existingWebhook(ctx, webhookId)
}

/** A webhook by its id. Throws `notFound`. */
export async function existingWebhook(ctx: Ctx, webhookId: string) {
  const [webhook, iamportkey, headers] = await Promise.all([
    findWebhook(ctx, webhookId),
    readMerchantKey(ctx),
    readHeaderNames(ctx),
  ])
  if (!webhook) throw new Fault('notFound')
  return { ...webhook, iamportkey, headers: headers.get(webhookId) ?? [] }
}

/** The registered webhooks, each with the state of its latest delivery. */
export async function shownWebhooks(ctx: Ctx) {
  const [rows, last, figures, headers, iamportkey] = await Promise.all([
    listWebhooks(ctx),
    readLastDeliveries(ctx),
    readFigures(ctx, new Date(ctx.now.getTime() - 86_400_000)),
    readHeaderNames(ctx),
    readMerchantKey(ctx),
  ])
  return rows.map((row) => {
    const { waiting, lately } = figures.get(row.uuid) ?? noFigures
    const of = { iamportkey, last_delivery: last.get(row.uuid) ?? null, headers: headers.get(row.uuid) ?? [] }
    return { ...row, ...of, waiting, day: lately }
  })
}

export const namesOf = (headers: readonly { name: string }[] = []) => headers.map(({ name }) => name).join(', ')

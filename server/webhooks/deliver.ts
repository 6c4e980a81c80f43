import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx, Services, Owner } from '#server/kit/ctx.ts'
import { effect, type Job } from '#server/kit/jobs/jobs.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { retryDelaySeconds } from '#server/kit/outbound/webhook-schedule.ts'
import { notify } from '#server/notifications/notify.ts'
import { attemptOf, sendAttempt, type Claim, type Result } from './attempt.ts'
import {
  changeDelivery,
  countUnderWay,
  disableDeliveries,
  findNextInOrder,
  hasEarlier,
  insertAttempt,
  listOverdue,
  listWaitingForPlace,
  lockDelivery,
  type LockedDelivery,
} from './deliveries.ts'
import { readOwnHeaders } from './own-headers.ts'
import { changeWebhook, type LockedWebhook } from './queries.ts'
import { signingSecrets } from './secret.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  deliveryId: z.uuid(),
  /** The `next_attempt_at`, in milliseconds, that this job is for; absent for the delivery's first. */
  at: z.int().optional(),
})
type DeliveryJob = z.output<typeof data>

/**
 * One attempt to deliver a webhook. A pending delivery either has one job, which runs at its `next_attempt_at`, or it waits:
 * for the earlier delivery of the same object to end, or for a place at its webhook. The delivery that ends or leaves its
 * place queues the job of the waiting one.
 *
 * A worker that dies leaves its claim behind; the queue runs the job again, which takes over after the claim has expired. So
 * a receiver may get a delivery twice, always under the same `webhook-id`.
 */
export const deliverWebhook: Job<DeliveryJob> = effect({
  name: 'deliver-webhook',
  data,
  parallel: 256,
  overdue: { key: 'deliveryId', list: listOverdue },
  claim,
  act: (_services, claim: Claim) => sendAttempt(claim),
  complete,
})

async function claim(ctx: Ctx, job: DeliveryJob): Promise<Claim | null> {
  const delivery = await lockDelivery(ctx, job.deliveryId)
  if (!delivery || delivery.state !== 'pending' || !isFor(delivery, job)) return null
  const { webhook, claimed_until, next_attempt_at } = delivery
  const notBefore = Math.max(claimed_until?.getTime() ?? 0, next_attempt_at?.getTime() ?? 0)
  if (notBefore > ctx.now.getTime()) {
    ctx.enqueue(deliverWebhook, job, { after: (notBefore - ctx.now.getTime()) / 1000 })
    return null
  }
  if ((!webhook.enabled && !delivery.test) || webhook.deleted_at) {
    await changeDelivery(ctx, job.deliveryId, { ...atRest, state: 'disabled' })
    await queueOthers(ctx, delivery)
    return null
  }
  const [blocked, underWay] = await Promise.all([hasEarlier(ctx, delivery), countUnderWay(ctx, webhook.webhook_id)])
  if (blocked) {
    await changeDelivery(ctx, job.deliveryId, { ...atRest, waits_for: 'order' })
    await queueWaiting(ctx, webhook)
    return null
  }
  if (underWay >= mostAtOnce(webhook) && !delivery.test) {
    await changeDelivery(ctx, job.deliveryId, { ...atRest, waits_for: 'place' })
    return null
  }
  const fence = delivery.fence + 1
  await changeDelivery(ctx, job.deliveryId, {
    fence,
    url: webhook.url,
    webhook_name: webhook.name,
    claimed_until: new Date(ctx.now.getTime() + claimMs),
    first_attempt_at: delivery.first_attempt_at ?? ctx.now,
  })
  const { event_id: eventId, body } = delivery
  return {
    fence,
    at: ctx.now,
    url: webhook.url,
    allowLoopback: mayLoopBack(ctx.services, ctx.owner),
    eventId,
    body,
    secrets: await signingSecrets(ctx),
    own: await readOwnHeaders(ctx, webhook.webhook_id),
    test: delivery.test,
  }
}

const atRest = { claimed_until: null, next_attempt_at: null }

/**
 * Whether the job is for the delivery's present time. Other jobs are left over from before it was sent again or its webhook
 * changed.
 */
const isFor = (delivery: LockedDelivery, { at }: DeliveryJob) =>
  delivery.next_attempt_at?.getTime() === (at ?? delivery.created_at.getTime())

/** Whether a webhook may have a loopback address: in test mode for trying out, never in live. */
export const mayLoopBack = (services: Services, owner: Owner) =>
  services.allowLoopbackWebhooks && owner.environment === 'sandbox'

/** Attempts at a webhook at once. One that does not answer gets one, so that it does not use up the worker's capacity. */
const mostAtOnce = ({ silent_since }: LockedWebhook) => (silent_since ? 1 : 4)
/** Twice the time-out, since an attempt may wait for others to the same host, plus a margin. */
const claimMs = 2 * limits.webhookTimeoutMs + 5_000

async function complete(ctx: Ctx, { deliveryId }: DeliveryJob, claim: Claim, result: Result): Promise<void> {
  const delivery = await lockDelivery(ctx, deliveryId)
  if (!delivery || delivery.fence !== claim.fence) return
  const { webhook } = delivery
  if (result.fault === 'busy') {
    ctx.afterCommit(() => metrics.webhookAttempts.inc({ outcome: 'busy' }))
    await tryAgain(ctx, delivery, { attempts: delivery.attempts, seconds: 1 + 2 * Math.random() })
    return queueOthers(ctx, delivery)
  }
  const { status } = result
  await insertAttempt(ctx, attemptOf(deliveryId, claim, result))
  await changeDelivery(ctx, deliveryId, { last_status: status })
  const outcome = status === 0 ? 'no_answer' : isTaken(status) ? 'delivered' : 'refused'
  ctx.afterCommit(() => metrics.webhookAttempts.inc({ outcome }))
  if (claim.test) return endTest(ctx, delivery, status)
  await noteAnswer(ctx, webhook, claim, status)
  await notifyOfFailing(ctx, webhook)
  await conclude(ctx, delivery, claim, result)
  await queueOthers(ctx, delivery)
}

/** A test is tried once, and says nothing of its webhook. */
const endTest = (ctx: Ctx, delivery: LockedDelivery, status: number): Promise<void> =>
  changeDelivery(ctx, delivery.delivery_id, {
    ...atRest,
    attempts: delivery.attempts + 1,
    state: isTaken(status) ? 'delivered' : 'failed',
  })

/** Records since when a webhook has not answered, and since when no delivery to it has succeeded. */
async function noteAnswer(ctx: Ctx, webhook: LockedWebhook, { url }: Claim, status: number): Promise<void> {
  if (webhook.url !== url) return
  const since = (before: Date | null, holds: boolean) => (holds ? (before ?? ctx.now) : null)
  const silent_since = since(webhook.silent_since, status === 0)
  const failing_since = since(webhook.failing_since, !isTaken(status))
  if (silent_since === webhook.silent_since && failing_since === webhook.failing_since) return
  const failing_told_at = failing_since === null ? null : webhook.failing_told_at
  Object.assign(webhook, { silent_since, failing_since, failing_told_at })
  await changeWebhook(ctx, webhook.webhook_id, { silent_since, failing_since, failing_told_at })
}
/** Notifies once for each period without a successful delivery. */
async function notifyOfFailing(ctx: Ctx, webhook: LockedWebhook): Promise<void> {
  const { webhook_id, name, failing_since, failing_told_at } = webhook
  if (!failing_since || failing_told_at || !webhook.enabled) return
  if (ctx.now.getTime() - failing_since.getTime() < limits.webhookToldMinutes * 60_000) return
  Object.assign(webhook, { failing_told_at: ctx.now })
  await changeWebhook(ctx, webhook_id, { failing_told_at: ctx.now })
  await notify(ctx, 'webhook_failing', { webhook_id, name })
}
const isTaken = (status: number) => status >= 200 && status < 300

/** Writes the result of an attempt to its delivery. */
async function conclude(ctx: Ctx, delivery: LockedDelivery, claim: Claim, result: Result): Promise<void> {
  const { webhook, delivery_id } = delivery
  const { status, retryAfterSeconds } = result
  const attempts = delivery.attempts + 1
  const end = { ...atRest, attempts }
  if (isTaken(status)) return changeDelivery(ctx, delivery_id, { ...end, state: 'delivered' })
  const why = webhook.url === claim.url && webhook.enabled ? whyOff(ctx, webhook, status) : null
  const isPending = delivery.state === 'pending'
  if (why !== null && (isPending || why !== 'gone')) {
    await changeDelivery(ctx, delivery_id, isPending ? { ...end, state: 'disabled' } : end)
    return switchOff(ctx, webhook, why)
  }
  if (!isPending) return changeDelivery(ctx, delivery_id, end)
  const firstAttemptSeconds = (ctx.now.getTime() - (delivery.first_attempt_at ?? claim.at).getTime()) / 1000
  const seconds = retryDelaySeconds(attempts, Math.random(), { firstAttemptSeconds, retryAfterSeconds })
  if (seconds === null) return changeDelivery(ctx, delivery_id, { ...end, state: 'failed' })
  await tryAgain(ctx, delivery, { attempts, seconds })
}

/** Why to switch the webhook off: the receiver answered 410, or no delivery has succeeded for days. Null to go on. */
function whyOff(ctx: Ctx, { failing_since }: LockedWebhook, status: number): keyof typeof offReasons | null {
  if (status === 410) return 'gone'
  const failingMs = failing_since ? ctx.now.getTime() - failing_since.getTime() : 0
  return failingMs >= limits.webhookFailingDays * 86_400_000 ? 'failing' : null
}
const offReasons = { gone: '410 Gone', failing: `only failures for ${limits.webhookFailingDays} days` }

async function switchOff(
  ctx: Ctx,
  { webhook_id: webhookId, name }: LockedWebhook,
  why: keyof typeof offReasons,
): Promise<void> {
  await changeWebhook(ctx, webhookId, { enabled: false })
  await disableDeliveries(ctx, webhookId)
  const changes = changesFrom({ enabled: true }, { enabled: false })
  writeAudit(ctx, { action: 'webhook.switch-off', objectRef: webhookId, result: 'done', why: offReasons[why], changes })
  await notify(ctx, 'webhook_switched_off', { webhook_id: webhookId, name })
  ctx.afterCommit(() => metrics.webhooksSwitchedOff.inc({ reason: why }))
}

async function tryAgain(
  ctx: Ctx,
  { delivery_id, state }: LockedDelivery,
  { attempts, seconds }: { attempts: number; seconds: number },
): Promise<void> {
  await changeDelivery(ctx, delivery_id, { ...atRest, attempts })
  if (state === 'pending') await queueAt(ctx, delivery_id, new Date(ctx.now.getTime() + Math.ceil(seconds * 1000)))
}

/** Queues the jobs of waiting deliveries after one has left its place: the next of its object, and the longest waiting. */
async function queueOthers(ctx: Ctx, delivery: LockedDelivery): Promise<void> {
  const next = await findNextInOrder(ctx, delivery)
  if (next !== undefined) await queueAt(ctx, next, ctx.now)
  await queueWaiting(ctx, delivery.webhook)
}

/** Queues as many of the deliveries that wait for a place at a locked webhook as it has free places. */
export async function queueWaiting(ctx: Ctx, webhook: LockedWebhook): Promise<void> {
  const free = mostAtOnce(webhook) - (await countUnderWay(ctx, webhook.webhook_id))
  for (const deliveryId of await listWaitingForPlace(ctx, webhook.webhook_id, free))
    await queueAt(ctx, deliveryId, ctx.now)
}

/** Queues the job of a pending delivery for a time. */
async function queueAt(ctx: Ctx, deliveryId: string, at: Date): Promise<void> {
  await changeDelivery(ctx, deliveryId, { next_attempt_at: at, waits_for: null })
  const after = (at.getTime() - ctx.now.getTime()) / 1000
  ctx.enqueue(deliverWebhook, { deliveryId, at: at.getTime() }, { after })
}

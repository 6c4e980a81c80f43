import type { Logger } from 'pino'
import { createPaymentLink } from '#contract/payment-links.ts'
import { initiatePayment } from '#contract/initiated-payments.ts'
import { createPaymentLinkByServer } from '#contract/server-links.ts'
import { faults } from '#contract/faults.ts'
import type { Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServerCall } from '#server/kit/http/as-server.ts'
import type { AnsweredCall } from '#server/kit/http/server.ts'
import { createLru } from '#server/kit/process/lru.ts'
import { addCall, keepFirst, keepLast, noteUse, type Mark } from './queries.ts'

interface Noted extends ServerCall, AnsweredCall {
  at: Date
}

/**
 * Writes the calls of merchants' servers after they are answered, a few times a second, several in one transaction: a call is
 * never slower for it, and none is refused. What a killed process has not written is lost, and so is what comes faster than the
 * database takes it.
 */
export function openApiLog(parts: { database: Database; services: Services; now: () => Date; log: Logger }): {
  note(call: ServerCall, answered: AnsweredCall): void
  stop(): Promise<void>
} {
  let waiting: Noted[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let stopped = false
  /** What this process has written already, so that it is not written with each call. */
  const written = createLru<true>()

  async function write(): Promise<void> {
    timer = undefined
    const [calls, dropped] = [waiting, lost]
    waiting = []
    lost = 0
    if (dropped > 0) parts.log.warn({ dropped }, 'calls of servers are missing in the API log')
    const byOwner = Map.groupBy(calls, ({ owner }) => `${owner.merchantId} ${owner.environment}`)
    for (const some of byOwner.values())
      await writeOf(some).catch((error: unknown) => {
        parts.log.warn({ err: error, dropped: some.length }, 'calls of servers were not written to the API log')
      })
  }

  async function writeOf(calls: Noted[]): Promise<void> {
    const [{ owner } = { owner: undefined }] = calls
    if (!owner) return
    const noted = await ownTransaction(parts, owner, { requestId: 'api-log' }, async (ctx) => {
      const noted = new Set<string>()
      const isNew = (...name: unknown[]) => {
        const key = [owner.merchantId, owner.environment, ...name].join(' ')
        const known = written.recall(key) ?? noted.has(key)
        noted.add(key)
        return !known
      }
      for (const call of calls) addCall(ctx, newId(), call)
      for (const call of calls) {
        const minute = new Date(Math.floor(call.at.getTime() / 60_000) * 60_000)
        if (isNew('use', call.credentialId, minute.getTime(), call.address))
          noteUse(ctx, call.credentialId, minute, call.address)
        for (const mark of marksOf(call)) {
          if (mark === 'last_bad_signature') keepLast(ctx, mark, call)
          else if (isNew('mark', mark)) keepFirst(ctx, mark, call)
        }
      }
      return noted
    })
    // Not before the commit: what a batch that failed has noted is written with the next one.
    for (const name of noted) written.remember(name, true)
  }

  return {
    note(call, answered) {
      if (stopped) return
      if (waiting.length >= mostWaiting) return void (lost += 1)
      waiting.push({ ...call, ...answered, at: parts.now() })
      timer ??= setTimeout(() => void (writing = writing.then(write)), gatherMs)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await (writing = writing.then(write))
    },
  }
}
const gatherMs = 300
const mostWaiting = 10_000

/** What the call means for the integration's checklist. */
function marksOf({ status, route, method, reason }: Noted): Mark[] {
  const done = status < 400
  const isLink = done && linkCalls.some(({ at }) => at === `${method} ${route}`)
  return [
    ...(done ? (['first_call'] as const) : []),
    ...(isLink ? (['first_signed_link'] as const) : []),
    ...(reason === faults.invalidSignature.reason ? (['last_bad_signature'] as const) : []),
  ]
}
const linkCalls = [createPaymentLink, createPaymentLinkByServer, initiatePayment]

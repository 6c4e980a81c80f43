import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { messagesAbout } from '#server/messages/queries.ts'
import { findPaymentLink } from './queries.ts'

/** A link with its timeline, for its own page. Throws `notFound` when it is absent or not the owner's. */
export async function linkWithTimeline(ctx: Ctx, linkRef: string) {
  const [link, timeline] = await Promise.all([
    findPaymentLink(ctx, linkRef),
    readTimeline(ctx, 'payment_link', linkRef),
  ])
  if (!link) throw new Fault('notFound')
  return { ...link, timeline: await withDeliveries(ctx, linkRef, timeline) }
}

type Entry = Awaited<ReturnType<typeof readTimeline>>[number]

/** Adds the present delivery state to the timeline entries of sent messages; other entries need no query. */
async function withDeliveries(ctx: Ctx, ref: string, timeline: Entry[]): Promise<Entry[]> {
  if (!timeline.some(({ facts }) => facts['message'])) return timeline
  const messages = await messagesAbout(ctx, { type: 'payment_link', ref })
  return timeline.map((entry) => {
    const { message, ...facts } = entry.facts
    const found = messages.find(({ message_id }) => message_id === message)
    return found ? { ...entry, facts: { ...facts, delivery: found.state } } : entry
  })
}

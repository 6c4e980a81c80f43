import type { Ctx } from '#server/kit/ctx.ts'
import { messagesAbout } from './queries.ts'

interface Entry {
  facts: Record<string, string>
}

/** Adds the present delivery state to the timeline entries of an object's messages; other entries need no query. */
export async function withDeliveries<E extends Entry>(
  ctx: Ctx,
  about: { type: string; ref: string },
  timeline: readonly E[],
): Promise<E[]> {
  if (!timeline.some(({ facts }) => facts['message'])) return [...timeline]
  const messages = await messagesAbout(ctx, about)
  return timeline.map((entry) => {
    const { message, ...facts } = entry.facts
    const found = messages.find(({ message_id }) => message_id === message)
    return found ? { ...entry, facts: { ...facts, delivery: found.state } } : entry
  })
}

import type { RestEvent } from '#contract/channel-health.ts'

/** Events that follow one another and are one act: those of several ways to pay of a channel at the same moment. */
export function together(events: readonly RestEvent[]): [RestEvent, ...RestEvent[]][] {
  const groups: [RestEvent, ...RestEvent[]][] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last && isOneAct(last[0], event)) last.push(event)
    else groups.push([event])
  }
  return groups
}

const isOneAct = (one: RestEvent, other: RestEvent): boolean =>
  one.cause === 'person' &&
  other.cause === 'person' &&
  one.channel_key === other.channel_key &&
  one.at === other.at &&
  one.event === other.event

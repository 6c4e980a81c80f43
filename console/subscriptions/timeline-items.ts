import type { Subscription } from '#contract/subscription-answers.ts'
import type { TimelineItem } from '#console/kit/details/detail.tsx'

type Charge = Pick<Subscription['charges'][number], 'charge_ref' | 'kind' | 'n'>

/**
 * The events of a subscription as its page says them: a charge by its name in place of its reference, and the reason of a cancel among
 * those of ends, which people write too.
 */
export const timelineItems = (
  { timeline, charges }: { timeline: readonly TimelineItem[]; charges: readonly Charge[] },
  nameOf: (charge: Charge) => string,
): TimelineItem[] =>
  timeline.map(({ facts: { charge_ref: ref = '', reason = '', ...facts }, ...item }) => {
    const charge = charges.find((one) => one.charge_ref === ref)
    return {
      ...item,
      facts: {
        ...(charge ? { charge: nameOf(charge) } : {}),
        ...(reason ? { [item.event === 'cancelled' ? 'end_reason' : 'reason']: reason } : {}),
        ...facts,
      },
    }
  })

import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import type { Stretch } from './period.ts'

/** The destination of the list of payments behind a number. A stretch of whole days becomes a filter by days. */
export function paymentsIn(stretch: Stretch, timeZone: string, filters: Record<string, string>): AnyDestination {
  return { to: 'payments', search: { ...filters, created_at: timeText(stretch, timeZone) } }
}
/** The same of payment links. */
export function linksIn(stretch: Stretch, timeZone: string, filters: Record<string, string>): AnyDestination {
  return { ...paymentsIn(stretch, timeZone, filters), to: 'paymentLinks' }
}

/** The destination of the list of webhooks' deliveries behind a number; without a stretch those of any time. Tests are none of it. */
export const deliveriesIn = (
  stretch: Stretch | null,
  timeZone: string,
  filters: Record<string, string>,
): AnyDestination => ({
  to: 'webhookDeliveries',
  search: { ...filters, test: 'no', ...(stretch && { created_at: timeText(stretch, timeZone) }) },
})

function timeText({ from, to }: Stretch, timeZone: string): string {
  const [first, after] = [dayAt(from, timeZone), dayAt(to, timeZone)]
  const whole =
    startOfDay(first, timeZone).getTime() === from.getTime() && startOfDay(after, timeZone).getTime() === to.getTime()
  return whole ? `${first}..${dayAfter(after, -1)}` : `${minute(from)}..${minute(to)}`
}
const minute = (moment: Date) => `${moment.toISOString().slice(0, 16)}Z`

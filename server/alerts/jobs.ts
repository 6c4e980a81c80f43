import { z } from 'zod'
import { alertMetrics } from '#contract/alerts.ts'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { figuresOf } from './figures.ts'
import { judge, nextCheckOf, type Figure } from './judge.ts'
import { changeAlert, isOverdue, lockDue, nextCheck, type AlertRow } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, all: z.literal('all') })
type Data = z.infer<typeof data>

/**
 * Checks the alerts of a merchant that are due, and comes again when the next one is. A job that finds none due ends: another one has
 * been here. However long none came, an alert is checked once.
 */
export const checkAlerts: Job<Data> = job<Data>({
  name: 'check-alerts',
  data,
  overdue: { key: 'all', list: async (ctx, since) => ((await isOverdue(ctx, since)) ? [{ all: 'all' }] : []) },
  async work(ctx) {
    const due = await lockDue(ctx)
    if (due.length === 0) return
    const figures = await figuresOf(ctx, due)
    for (const alert of due) await check(ctx, alert, figures.get(alert.alert_id) ?? { value: null, cases: 0 })
    const next = await nextCheck(ctx)
    if (next) ctx.enqueue(checkAlerts, { all: 'all' }, { after: next })
  },
})

async function check(ctx: Ctx, alert: AlertRow, figure: Figure): Promise<void> {
  const firing = alert.status === 'firing'
  const { turns, turning_since } = judge({ ...alert, firing, threshold: Number(alert.threshold) }, figure, ctx.now)
  changeAlert(ctx, alert.alert_id, {
    turning_since,
    checked_at: ctx.now,
    value: figure.value === null ? null : String(figure.value),
    cases: figure.cases,
    next_at: nextCheckOf(alert, ctx.owner.merchantId, ctx.now),
    ...(turns && (firing ? { status: 'quiet', cleared_at: ctx.now } : { status: 'firing', fired_at: ctx.now })),
  })
  if (turns) await tell(ctx, alert, figure)
}

/** Tells those of its recipients who may still see the dashboard. */
async function tell(ctx: Ctx, { name, metric, threshold, minutes, status, recipients }: AlertRow, figure: Figure) {
  const words = (value: number) => `${value}${unitWords[alertMetrics[metric].unit]}`
  const facts = {
    alert: name,
    value: words(figure.value ?? 0),
    threshold: words(Number(threshold)),
    minutes: String(minutes),
  }
  for (const to of recipients) await notify(ctx, status === 'firing' ? 'alert_cleared' : 'alert_fired', facts, { to })
}
/** The symbols of units, which are the same in every language. */
const unitWords = { percent: '%', count: '', seconds: ' s', minutes: ' min' } as const

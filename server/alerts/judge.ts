import { needsCases, type AlertMetric } from '#contract/alerts.ts'

/** What a check finds: the figure, and of how many cases; a figure of no cases at all is null. */
export interface Figure {
  value: number | null
  cases: number
}
interface Judged {
  metric: AlertMetric
  comparison: 'above' | 'below'
  threshold: number
  minutes: number
  least_cases: number | null
  firing: boolean
  turning_since: Date | null
  checked_at: Date | null
}

/**
 * What a check makes of an alert. It turns, which is to fire or to clear, when every check of its minutes has found so; a check with
 * too few cases finds neither. Checks count as one after the other while the time between them is within those minutes: the figures of
 * both then cover all of it.
 */
export function judge(alert: Judged, figure: Figure, now: Date): { turns: boolean; turning_since: Date | null } {
  const spanMs = alert.minutes * 60_000
  const isBeyond = beyond(alert, figure)
  if (isBeyond === null || isBeyond === alert.firing) return { turns: false, turning_since: null }
  const isUnbroken = alert.checked_at !== null && now.getTime() - alert.checked_at.getTime() <= spanMs
  const since = (isUnbroken && alert.turning_since) || now
  const turns = now.getTime() - since.getTime() >= spanMs
  return { turns, turning_since: turns ? null : since }
}

/** Whether the figure is beyond the threshold; null where it says too little. */
function beyond({ metric, comparison, threshold, least_cases }: Judged, { value, cases }: Figure): boolean | null {
  if (value === null || (needsCases(metric) && cases < (least_cases ?? 1))) return null
  return comparison === 'above' ? value > threshold : value < threshold
}

/**
 * The next check: each minute, and of an alert over more than half an hour each thirtieth of its time. A merchant's alerts are checked
 * at one second of the minute, and those of different merchants at different ones.
 */
export function nextCheckOf({ minutes }: { minutes: number }, merchantId: string, now: Date): Date {
  const offset = (Number.parseInt(merchantId.slice(-4), 16) % 60) * 1_000
  const minute = Math.floor((now.getTime() - offset) / 60_000)
  return new Date((minute + Math.max(1, Math.floor(minutes / 30))) * 60_000 + offset)
}

import { z } from 'zod'
import type { FieldError } from './faults.ts'
import { call, content, nothing } from './kit/call.ts'
import { machine } from './kit/machine.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** What an alert watches, over its last minutes; `of` says whose figure it is, and only one of payments can be of one channel. */
export const alertMetrics = {
  success_rate: { unit: 'percent', of: 'payments' },
  provider_fault_rate: { unit: 'percent', of: 'payments' },
  provider_faults: { unit: 'count', of: 'payments' },
  open_attempts: { unit: 'count', of: 'payments' },
  attempts: { unit: 'count', of: 'payments' },
  time_to_pay: { unit: 'seconds', of: 'payments' },
  webhook_failure_rate: { unit: 'percent', of: 'webhooks' },
  webhook_wait: { unit: 'minutes', of: 'webhooks' },
} as const
export type AlertMetric = keyof typeof alertMetrics
export const alertMetricNames = Object.keys(alertMetrics) as [AlertMetric, ...AlertMetric[]]
export const alertComparisons = ['above', 'below'] as const

/** A part or a time says something of enough cases only; then it may be too high or too low. The others are counted as they are. */
export const needsCases = (metric: AlertMetric): boolean =>
  (['percent', 'seconds'] as readonly string[]).includes(alertMetrics[metric].unit)

export const alertStates = machine({
  states: ['quiet', 'firing', 'off'],
  actions: {
    fire: { from: ['quiet'], to: 'firing' },
    clear: { from: ['firing'], to: 'quiet' },
    switchOff: { from: ['quiet', 'firing'], to: 'off' },
    switchOn: { from: ['off'], to: 'quiet' },
  },
})

const condition = {
  metric: z.enum(alertMetricNames),
  comparison: z.enum(alertComparisons),
}

export const Alert = z.object({
  alert_id: z.string(),
  name: z.string(),
  ...condition,
  /** Of one channel alone; empty for all. */
  channel_key: z.string(),
  threshold: z.number(),
  minutes: z.int(),
  /** Null for what is counted as it is. */
  least_cases: z.int().nullable(),
  /** Those who are told, while they may see the dashboard. */
  recipients: z.array(z.object({ sub_user_id: z.string(), name: z.string() })),
  status: z.enum(alertStates.states),
  /** When it last fired and was last cleared; null before the first time. */
  fired_at: timestamp.nullable(),
  cleared_at: timestamp.nullable(),
  /** When it was last checked, with the figure of then and its number of cases; the figure is null of too few. */
  checked_at: timestamp.nullable(),
  value: z.number().nullable(),
  cases: z.int(),
  created_by: z.string(),
  created_at: timestamp,
})
export type Alert = z.input<typeof Alert>

const asked = z.strictObject({
  name: text(80),
  ...condition,
  channel_key: text(64, 0)
    .optional()
    .meta({ examples: ['SIMULATOR'] }),
  /** Percent, cases, seconds or minutes, as the metric says. */
  threshold: z
    .number({ error: 'not_a_number' })
    .min(0, { error: 'too_small' })
    .max(1_000_000, { error: 'too_big' })
    .meta({ examples: [80] }),
  minutes: z
    .int({ error: 'not_a_number' })
    .min(limits.alertMinutes, { error: 'too_small' })
    .max(limits.alertMinutesMost, { error: 'too_big' })
    .meta({ examples: [15] }),
  /** {@link limits.alertCases} unless another is said. */
  least_cases: z
    .int({ error: 'not_a_number' })
    .min(1, { error: 'too_small' })
    .max(1_000_000, { error: 'too_big' })
    .optional()
    .meta({ examples: [20] }),
  recipients: z.array(ref('user')).min(1, { error: 'required' }).max(limits.alertRecipients, { error: 'too_many' }),
  is_enabled: z.boolean().optional(),
})
export type AskedAlert = z.output<typeof asked>

/** What contradicts in an alert that is otherwise well formed. */
export function alertErrors(of: Pick<AskedAlert, 'metric' | 'comparison' | 'threshold' | 'channel_key'>) {
  const errors: FieldError[] = []
  const refuse = (path: string, reason: string, explanation: string) => errors.push({ path, reason, text: explanation })
  if (!needsCases(of.metric) && of.comparison === 'below')
    refuse('comparison', 'contradicts', 'A quiet time would be below it.')
  if (alertMetrics[of.metric].unit === 'percent' && of.threshold > 100)
    refuse('threshold', 'too_big', 'At most 100 percent.')
  if (alertMetrics[of.metric].of === 'webhooks' && (of.channel_key ?? '') !== '')
    refuse('channel_key', 'contradicts', 'Webhooks belong to no channel.')
  return errors
}

const ofMerchant = { params: { id: merchantRef() }, access: 'dashboard' } as const
const ofOne = { ...ofMerchant, params: { ...ofMerchant.params, alert_id: ref('alert') } } as const

/** The alerts by name, and the users who may be told. */
export const listAlerts = call({
  at: 'GET /api/analytics/{id}/alerts',
  ...ofMerchant,
  answer: content(
    z.object({ alerts: z.array(Alert), people: z.array(z.object({ sub_user_id: z.string(), name: z.string() })) }),
  ),
})

/**
 * Has people told when a figure has been beyond a threshold for so many minutes, and when it has not been for as long. The figure is
 * that of the last so many minutes at each check.
 */
export const createAlert = call({
  at: 'POST /api/analytics/{id}/alerts',
  ...ofMerchant,
  body: asked,
  answer: content(Alert),
  faults: ['notFound', 'duplicateName', 'tooMany', 'channelUnknown'],
  repeat: 'required',
  audit: 'alert.create',
})

/** Changes an alert, and switches it on and off. One that watches something else afterwards begins anew, as quiet. */
export const updateAlert = call({
  at: 'PUT /api/analytics/{id}/alerts/{alert_id}',
  ...ofOne,
  body: asked,
  answer: content(Alert),
  faults: ['notFound', 'duplicateName', 'channelUnknown'],
  audit: 'alert.update',
})

export const deleteAlert = call({
  at: 'DELETE /api/analytics/{id}/alerts/{alert_id}',
  ...ofOne,
  answer: nothing,
  faults: ['notFound'],
  audit: 'alert.delete',
})

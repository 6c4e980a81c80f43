import type { z } from 'zod'
import { alertErrors, needsCases, type Alert, type AskedAlert } from '#contract/alerts.ts'
import type * as contract from '#contract/alerts.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { findConnected } from '#server/channels/connections.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { checkKnownUsers } from '#server/kit/auth/known-users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { checkAlerts } from './jobs.ts'
import { nextCheckOf } from './judge.ts'
import { changeAlert, findAlert, insertAlert, listPeople, listRows, removeAlert, type AlertRow } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async listAlerts(ctx) {
    const [rows, people] = await Promise.all([listRows(ctx), listPeople(ctx)])
    return { alerts: rows.map((row) => shown(row, people)), people }
  },

  async createAlert(ctx, { body }) {
    if ((await listRows(ctx)).length >= limits.alerts) throw new Fault('tooMany')
    const people = await checked(ctx, body)
    const row = {
      alert_id: newId(),
      ...keptOf(body),
      ...newlyOn(ctx, body),
      fired_at: null,
      cleared_at: null,
      created_by: ctx.actor.name,
      created_at: ctx.now,
    }
    insertAlert(ctx, row)
    if (row.next_at) ctx.enqueue(checkAlerts, { all: 'all' }, { after: row.next_at })
    ctx.auditSubject(row.alert_id, madeAs(told(row)))
    return shown(row, people)
  },

  async updateAlert(ctx, { path, body }) {
    const row = await existing(ctx, path.alert_id)
    const people = await checked(ctx, body, row)
    const kept = keptOf(body)
    const isOn = body.is_enabled ?? row.status !== 'off'
    const isAnew = isOn !== (row.status !== 'off') || watched.some((name) => String(row[name]) !== String(kept[name]))
    const after = { ...row, ...kept, ...(isAnew && newlyOn(ctx, { ...body, is_enabled: isOn })) }
    const { alert_id: alertId, merchant_id: _, environment: __, ...set } = after
    changeAlert(ctx, alertId, set)
    if (isAnew && after.next_at) ctx.enqueue(checkAlerts, { all: 'all' }, { after: after.next_at })
    ctx.auditSubject(alertId, changesFrom(told(row), told(after)))
    return shown(after, people)
  },

  async deleteAlert(ctx, { path }) {
    const row = await existing(ctx, path.alert_id)
    removeAlert(ctx, row.alert_id)
    ctx.auditSubject(row.alert_id, changesFrom({ name: row.name }, { name: '' }))
    return undefined
  },
}

async function existing(ctx: Ctx, alertId: string): Promise<AlertRow> {
  const row = await findAlert(ctx, alertId, { lock: true })
  if (!row) throw new Fault('notFound')
  return row
}

/** What an alert watches: with a change of it the alert begins anew. */
const watched = ['metric', 'comparison', 'channel_key', 'threshold', 'minutes', 'least_cases'] as const

type Kept = Pick<AlertRow, (typeof watched)[number] | 'name' | 'recipients'>
const keptOf = ({
  least_cases,
  channel_key = '',
  threshold,
  recipients,
  is_enabled: _,
  ...body
}: AskedAlert): Kept => ({
  ...body,
  channel_key,
  threshold: String(threshold),
  least_cases: needsCases(body.metric) ? (least_cases ?? limits.alertCases) : null,
  recipients: [...new Set(recipients)],
})

/** The state of an alert that nobody has checked yet. */
const newlyOn = (ctx: Ctx, { minutes, is_enabled: isOn = true }: Pick<AskedAlert, 'minutes' | 'is_enabled'>) => ({
  status: isOn ? ('quiet' as const) : ('off' as const),
  next_at: isOn ? nextCheckOf({ minutes }, ctx.owner.merchantId, ctx.now) : null,
  turning_since: null,
  checked_at: null,
  value: null,
  cases: 0,
})

/** Checks what is asked against itself, the channels and the users. Returns the users who may be told. */
async function checked(ctx: Ctx, body: AskedAlert, before?: AlertRow) {
  const people = await listPeople(ctx)
  const known = new Set([...people.map(({ sub_user_id }) => sub_user_id), ...(before?.recipients ?? [])])
  const others = body.recipients.filter((id) => !known.has(id))
  await checkKnownUsers(ctx, others)
  const errors = alertErrors(body)
  for (const [at, id] of body.recipients.entries())
    if (!known.has(id))
      errors.push({ path: `recipients.${at}`, reason: 'may_not_see', text: 'This user may not see the dashboard.' })
  if (errors.length > 0) throw new Fault('invalidRequest', { errors })
  if (body.channel_key && body.channel_key !== before?.channel_key) await findConnected(ctx, body.channel_key)
  return people
}

/** As the audit log tells of it. */
const told = ({
  name,
  metric,
  comparison,
  threshold,
  minutes,
  status,
}: Omit<AlertRow, 'merchant_id' | 'environment'>) => ({
  name,
  metric,
  comparison,
  threshold: String(threshold),
  minutes,
  enabled: status !== 'off',
})

function shown(
  { threshold, value, recipients, ...row }: Omit<AlertRow, 'merchant_id' | 'environment'>,
  people: readonly { sub_user_id: string; name: string }[],
): z.output<typeof Alert> {
  return {
    ...row,
    threshold: Number(threshold),
    value: value === null ? null : Number(value),
    recipients: people.filter(({ sub_user_id }) => recipients.includes(sub_user_id)),
  }
}

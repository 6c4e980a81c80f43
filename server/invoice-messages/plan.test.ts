import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireOutput } from '#contract/kit/call.ts'
import type { planInvoice } from '#contract/invoice-messages.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Answer } from '#test/test-app.ts'
import { openInvoicing, type Invoicing } from '#server/invoices/fixtures.ts'

type Plan = WireOutput<typeof planInvoice>
let invoicing: Invoicing
beforeAll(async () => {
  invoicing = await openInvoicing()
})
afterAll(() => invoicing.close())

const contentOf = (answer: Answer): Plan => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as Plan
}
const day = (days: number) => dayAfter(new Date().toISOString().slice(0, 10), days)
const before = (time: number) => ({ time, unit: 'days_before_due_date' })
const after = (time: number) => ({ time, unit: 'days_after_due_date' })
const plain = (text: string | undefined) => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
const planned = async (body: object) => contentOf(await invoicing.ask('POST', '/api/invoices/plan', body))
const planOf = async (ref: string) => contentOf(await invoicing.ask('GET', `/api/invoices/${ref}/plan`))
const short = (plan: Plan) =>
  plan.map(({ kind, at, state, reason }) => [kind, at, state, reason].filter(Boolean).join(' '))

describe('the plan', () => {
  it('before saving: every message with moment, zone and text, and what the rules will skip', async () => {
    const plan = await planned({
      due_date: day(10),
      reminders: [after(1), before(3), before(20)],
      scheduled_at: `${day(8)} 06:00:00`,
      customer_name: 'Mei Tan',
      country_code: 'SG',
      language: 'en',
      amount: 250.5,
      currency: 'SGD',
    })
    expect(short(plan)).toEqual([
      `reminder ${day(-10)} 01:00:00 skipped past`,
      `reminder ${day(7)} 01:00:00 skipped past`,
      `send ${day(8)} 06:00:00 planned`,
      `reminder ${day(11)} 01:00:00 planned`,
    ])
    expect(new Set(plan.map(({ time_zone }) => time_zone))).toEqual(new Set(['Asia/Singapore']))
    const [, , send, last] = plan
    expect(plain(send?.text)).toContain('Hello Mei Tan,')
    expect(plain(send?.text)).toContain('250.50 SGD is due by')
    // The number is drawn when it is sent.
    expect(plain(send?.subject)).toMatch(/^Invoice … from/)
    expect(plain(last?.subject)).toMatch(/^Invoice … from .* is overdue$/)
  })

  it('says what it does not know as dots, and speaks the language that was asked for', async () => {
    const [only] = await planned({ due_date: day(10), reminders: [before(1)], language: 'ar' })
    expect(plain(only?.text)).toContain('المبلغ المستحق …')
  })

  it('of a scheduled invoice is what then comes to pass, and afterwards what did', async () => {
    const { invoice_ref: ref } = await invoicing.create({
      customer: { name: 'Mei Tan', email: 'plan@shop.example', time_zone: 'Europe/Berlin' },
      due_date: day(10),
      reminders: [before(2), after(1)],
    })
    await invoicing.ask('POST', `/merchants/invoice/${ref}/send-invoice`, { scheduled_at: `${day(1)} 10:00:00` })
    const ahead = await planOf(ref)
    expect(ahead.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'send planned',
      'reminder planned',
      'reminder planned',
    ])
    const { runJobs } = await import('#test/run-jobs.ts')
    await runJobs(invoicing.paying.testApp, {
      until: new Date(`${day(9)}T00:00:00Z`),
      names: ['send-scheduled-invoice', 'remind-of-invoice'],
      dated: true,
    })
    const behind = await planOf(ref)
    expect(behind.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'send sent',
      'reminder sent',
      'reminder planned',
    ])
    expect(behind.map(({ at }) => at)).toEqual(ahead.map(({ at }) => at))
    // Now the text is what was really sent.
    expect(plain(behind[0]?.text)).toContain('Hello Mei Tan,')
    expect(plain(behind[1]?.subject)).toMatch(/^Reminder: invoice INV-/)
    invoicing.paying.clock.now = null
  })

  it('of a paid invoice has nothing to come', async () => {
    const { invoice_ref: ref } = await invoicing.sent({ due_date: day(10), reminders: [after(1)] })
    await invoicing.pay(ref)
    expect((await planOf(ref)).map(({ state, reason }) => `${state} ${reason}`)).toEqual(['skipped paid'])
  })
})

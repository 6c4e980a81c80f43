import type { Role } from '#contract/access.ts'
import { told, type Listed } from '#server/notifications/notices-fixtures.ts'
import type { KnownRemittance } from '#server/providers/remittances.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestApp, TestSession } from '#test/test-app.ts'
import { cutRemittance } from './cut-job.ts'
import type { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { applyRemittanceOutcome } from './outcomes.ts'
import { quoteRemittance } from './quote.ts'
import { sendRemittance } from './send.ts'

export const at = (text: string) => new Date(`${text}Z`)
const cutAt = at('2026-03-05T15:00:00')
export const monday = at('2026-03-09T03:00:00')

/** A settlement of 446.93 USD whose period is over, of a merchant who has an account and a server of their own. */
export async function openOverdue(
  app: TestApp,
  fake: ReturnType<typeof fakeProvider>['fake'],
  { account = true, minimumMinor = 0n } = {},
) {
  fake.answers.clear()
  fake.silent = false
  fake.rates['USD KRW'] = '1391.25'
  const shop = await openRemitting({}, app)
  await shop.sql(
    `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, enabled, created_at)
     values ($1, 'sandbox', gen_random_uuid(), 'Settlements', 'settlements', 'https://shop.example/hook', 'remittance', true, now())`,
  )
  await shop.agree(at('2026-03-01T00:00:00'), { markup_percent: '0.9', minimum_minor: minimumMinor })
  if (account) await shop.account(at('2026-03-01T00:00:00'))
  await shop.sell([{ ref: 'a', amountMinor: 44_693n, at: at('2026-03-04T03:00:00') }])
  await shop.settle(at('2026-03-05T03:00:00'), 'USD', [{ ref: 'a', grossMinor: 44_693n }])
  await shop.open(at('2026-03-05T03:00:00'), 'USD', '2026-03-05')
  const [{ settlement_ref: ref } = { settlement_ref: '' }] = await shop.rows()

  const run = (...given: Parameters<Remitting['run']>): Promise<void> => {
    fake.now = () => given[0]
    return shop.run(...given)
  }
  const signIn = (roles: Role[] = ['admin']) => shop.testApp.signIn(shop.merchant, { roles })
  const listOf = async (session: TestSession): Promise<Listed['content']> => {
    await runJobs(shop.testApp, told)
    const answer = await shop.testApp.call(session, 'POST', `/merchants/${session.merchant.key}/notifications`, {})
    return (answer.body as unknown as Listed).content
  }
  return {
    shop,
    ref,
    signIn,
    listOf,
    /** Notices about settlements as a person has them, oldest first. */
    toldTo: async (session: TestSession) =>
      (await listOf(session)).filter(({ kind }) => kind !== 'remittance_account_changed').toReversed(),
    cut: () => run(cutAt, cutRemittance, { settlementRef: ref }),
    /** Each job twice, since a worker may repeat it. */
    quote: async (moment = monday) => {
      for (let round = 0; round < 2; round++) await run(moment, quoteRemittance, { settlementRef: ref })
    },
    send: async (moment = monday) => {
      for (let round = 0; round < 2; round++) await run(moment, sendRemittance, { settlementRef: ref })
    },
    /** A word of the provider, said twice. */
    word: async (outcome: KnownRemittance, attempt = 1) => {
      for (let round = 0; round < 2; round++)
        await shop.at(monday, (ctx) => applyRemittanceOutcome(ctx, ref, attempt, outcome, monday))
    },
    bodies: async () =>
      (
        await shop.sql<{ body: string }>(`select body from webhook_events where merchant_id = $1 order by event_id`)
      ).map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  }
}
export type Overdue = Awaited<ReturnType<typeof openOverdue>>

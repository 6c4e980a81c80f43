import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, ask, cardToken, signIn, type Answer, type Load } from './client.ts'
import { anyOf, attemptIntent, createIntent, questionOf } from './intents.ts'
import { countOf, report } from './counts.ts'
import { planted } from './planted-test.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { newJournal, type Intent } from './journal.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { cards } from './shoppers.ts'

/** R6 and R2's half of it: one key, ten times at the same moment, half of them at each of two APIs. */
const keys = countOf(1_000, 15)
const file = import.meta.filename
const timeout = countOf(30 * 60_000, 90_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: countOf(6, 2) }) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(`${keys} keys, ten times at once: each makes one link, and each starts one attempt`, { timeout }, async () => {
  const wrong: string[] = []
  const tally: Tally = { same: 0, inProgress: 0 }
  await eachOf(keys, async () => {
    const created = createIntent(anyOf(load.merchants))
    wrong.push(...(await tenAtOnce(created, tally)))
    if (created.answer === null) return
    const token = await cardToken(load, anyOf([cards.success, cards.declined]))
    const attempted = attemptIntent(created, { linkRef: created.answer.ref, token })
    wrong.push(...(await tenAtOnce(attempted, tally)), ...(await otherUses(created)), ...(await otherUses(attempted)))
  })
  report(`${keys} keys of each call: ${tally.same} answers alike, ${tally.inProgress} in progress`)
  expect(wrong).toEqual([])
  const { findings } = await findingsWhenQuiet(deployment, load.journal)
  expect(findings).toEqual([])
})

const sources = ['server/kit/http/idempotency.ts']
planted(
  'where no two keys are ever the same, both the answers and the checker show it',
  { file, sources, timeout },
  async () => {
    await deployment.sql(`create function another_key() returns trigger language plpgsql as
    $$ begin new.key := new.key || '/' || gen_random_uuid(); return new; end $$`)
    await deployment.sql(
      'create trigger another_key before insert on idempotency_keys for each row execute function another_key()',
    )
    const wrong: string[] = []
    await eachOf(5, async () => {
      wrong.push(...(await tenAtOnce(createIntent(anyOf(load.merchants), { ownOrderId: false }))))
    })
    expect(wrong.length).toBeGreaterThan(0)
    const { findings } = await findingsWhenQuiet(deployment, load.journal)
    expect(findings.map(({ rule }) => rule)).toContain('one intent has one effect, a refused one none')
  },
)

interface Tally {
  same: number
  inProgress: number
}

/** Asks ten times at once, then once more; answers what was not as it must be. */
async function tenAtOnce(intent: Intent, tally: Tally = { same: 0, inProgress: 0 }): Promise<string[]> {
  load.journal.intents.push(intent)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => once(intent, n)))
  answers.push(await once(intent, 10))
  const made = answers.find((answer) => answer?.status === 200)
  if (!made) return [`${intent.mark}: none of ${answers.map(described).join(', ')} is an answer`]
  intent.answer = answerOf(intent, made)
  tally.same += answers.filter((answer) => answer?.text === made.text).length
  tally.inProgress += answers.filter(isInProgress).length
  const strange = answers.filter((answer) => answer?.text !== made.text && !isInProgress(answer))
  const first = answers.filter((answer) => answer?.status === 200 && !answer.replayed).length
  return [
    ...strange.map((answer) => `${intent.mark}: ${described(answer)}`),
    ...(first <= 1 ? [] : [`${intent.mark}: ${first} answers are the first`]),
  ]
}

/** The same key for another body is refused and does nothing. */
async function otherUses(intent: Intent): Promise<string[]> {
  const question = questionOf(intent)
  const body = {
    ...(question.body as object),
    ...(intent.kind === 'create' ? { source: 'other' } : { token: 'other' }),
  }
  const answer = await ask(load.journal, anyOf(deployment.apis).url, { ...question, body })
  return answer?.status === 422 ? [] : [`${intent.mark} with another body: ${described(answer)}`]
}

const once = (intent: Intent, n: number) => ask(load.journal, deployment.apis[(n % 2) as 0 | 1].url, questionOf(intent))
const isInProgress = (answer: Answer | null) => answer?.status === 409 && answer.reason === 'REQUEST_IN_PROGRESS'
const described = (answer: Answer | null) => (answer ? `${answer.status} ${answer.reason}` : 'no answer')

/** Two at a time, as that many requests at once are what the APIs' connections take. */
async function eachOf(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const working = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all([working(), working()])
}

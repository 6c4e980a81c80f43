import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exceptionStatuses } from '#contract/recon-outcomes.ts'
import { worldOf, type World, type WorldRecord } from '../match/world-fixtures.ts'
import { openWorkingOut, type Outcome, type WorkingOut } from './fixtures.ts'
import { linesOf, ofWorld, transactionsOf } from './world-file-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const halves = <T>(all: readonly T[]): T[][] => [all.slice(0, all.length / 2), all.slice(all.length / 2)]
/** A pair with a world's records in files of some of them each. */
async function pairWith(a: readonly WorldRecord[][], b: readonly WorldRecord[][]) {
  const pair = await app.pairOf()
  await pair.plan()
  const order = new Map<string, string>()
  const load = async (side: 'a' | 'b', records: readonly WorldRecord[]) => {
    const file = await pair.load(
      side,
      side === 'a' ? transactionsOf(records) : linesOf(records),
      side === 'a' ? { reading: ofWorld } : {},
    )
    if (side === 'b') await pair.check(file.recon_id)
    for (const [place, { id }] of records.entries()) order.set(`${file.recon_id} ${place + 2}`, id)
  }
  for (const records of a) await load('a', records)
  for (const records of b) await load('b', records)
  const idOf = ({ recon_id, row_no }: Outcome) => order.get(`${recon_id} ${row_no}`) ?? ''
  return { pair, idOf, run: await pair.run() }
}

const isMatched = ({ status, evidence }: Outcome) =>
  !exceptionStatuses.slice(0, 3).includes(status) && status !== 'expected' && !evidence['cancelled']
/** The records of each match, as one text. */
function matchesOf(outcomes: readonly Outcome[], idOf: (outcome: Outcome) => string): string[] {
  const groups = Map.groupBy(outcomes.filter(isMatched), ({ group_id }) => group_id)
  return [...groups.values()].map((group) => group.map(idOf).toSorted().join(' ')).toSorted()
}
const trueMatches = ({ truths }: World): string[] =>
  truths
    .filter(({ a, b }) => a.length === 1 && b.length > 0)
    .map(({ a, b }) => [...a, ...b].toSorted().join(' '))
    .toSorted()

describe('a world of known truth', () => {
  const world = worldOf(11, 250)

  it('has each match found, none that is not so, and each fault named; the same whatever came first', async () => {
    const { run, idOf } = await pairWith([world.a], [world.b])
    expect(matchesOf(run.outcomes, idOf)).toEqual(trueMatches(world))
    const statusOf = new Map(run.outcomes.map((outcome) => [idOf(outcome), outcome.status]))
    const wrong = world.truths.flatMap(({ story, a, b, status }) =>
      status === null ? [] : [...a, ...b].filter((id) => statusOf.get(id) !== (story === 'sum' && b.includes(id) ? 'missing_in_transactions' : status)).map((id) => `${story}: ${id} is ${statusOf.get(id)}`),
    )
    expect(wrong).toEqual([])
    const [a, b] = [halves(world.a.toReversed()), halves(world.b)]
    const other = await pairWith(a, [b[1] ?? [], b[0] ?? [], b[1]?.slice(0, 20) ?? []])
    expect(other.run.digest).toBe(run.digest)
  })
}) // prettier-ignore

import { exceptionStatuses } from '#contract/recon-outcomes.ts'
import type { World, WorldRecord } from '../match/world-fixtures.ts'
import type { Outcome, WorkingOut } from './fixtures.ts'
import { linesOf, ofWorld, transactionsOf } from './world-file-fixtures.ts'

/** Records of one side that come in one file. */
export interface WorldFile {
  side: 'a' | 'b'
  records: readonly WorldRecord[]
}
export const wholeFiles = ({ a, b }: World): WorldFile[] => [
  { side: 'a', records: a },
  { side: 'b', records: b },
]

/** What a run says of a world whose records came in these files, one after the other; records are named by their ids. */
export async function workedOutWorld(app: WorkingOut, files: readonly WorldFile[]) {
  const pair = await app.pairOf()
  await pair.plan()
  const ids = new Map<string, string>()
  for (const { side, records } of files) {
    const [text, how] = side === 'a' ? [transactionsOf(records), { reading: ofWorld }] : [linesOf(records), {}]
    const { recon_id } = await pair.load(side, text, how)
    if (side === 'b') await pair.check(recon_id)
    for (const [place, { id }] of records.entries()) ids.set(`${recon_id} ${place + 2}`, id)
  }
  const { outcomes, digest } = await pair.run()
  return { digest, outcomes: outcomes.map((one) => ({ ...one, id: ids.get(`${one.recon_id} ${one.row_no}`) ?? '' })) }
}
type Named = Outcome & { id: string }

/** What is said of a world otherwise than it is true: matches that are none, matches that are not found, faults that are not named. */
export function untruths(world: World, outcomes: readonly Named[]): string[] {
  const [found, real] = [new Set(matchesOf(outcomes)), new Set(trueMatches(world))]
  const statusOf = new Map(outcomes.map(({ id, status }) => [id, status]))
  const misnamed = world.truths.flatMap(({ story, a, b, status }) =>
    [...a, ...b]
      .filter((id) => status !== null && statusOf.get(id) !== (story === 'sum' && b.includes(id) ? 'missing_in_transactions' : status))
      .map((id) => `${story}: ${id} is ${statusOf.get(id)}`),
  ) // prettier-ignore
  const told = (what: string, matches: Set<string>) => [...matches].map((match) => `${what}: ${match}`)
  return [...told('no match', found.difference(real)), ...told('not found', real.difference(found)), ...misnamed]
}

const isMatched = ({ status, evidence }: Outcome) =>
  !exceptionStatuses.slice(0, 3).includes(status) && status !== 'expected' && !evidence['cancelled']
/** The records of each match, as one text. */
function matchesOf(outcomes: readonly Named[]): string[] {
  const groups = Map.groupBy(outcomes.filter(isMatched), ({ group_id }) => group_id)
  return [...groups.values()].map((group) => group.map(({ id }) => id).toSorted().join(' ')) // prettier-ignore
}
const trueMatches = ({ truths }: World): string[] =>
  truths.filter(({ a, b }) => a.length === 1 && b.length > 0).map(({ a, b }) => [...a, ...b].toSorted().join(' ')) // prettier-ignore

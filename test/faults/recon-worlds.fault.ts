import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '#server/routing/statistics.ts'
import { worldOf, type World } from '#server/recon-runs/match/world-fixtures.ts'
import { openWorkingOut, type WorkingOut } from '#server/recon-runs/work-out/fixtures.ts'
import { untruths, wholeFiles, workedOutWorld, type WorldFile } from '#server/recon-runs/work-out/world-run-fixtures.ts'
import { countOf, report } from './counts.ts'

/** Worlds of known truth, on two nodes with a database each that joins, sorts and groups in ways of its own. */
const worlds = countOf(1_000, 5)
const orders = countOf(200, 4)
const timeout = countOf(60 * 60_000, 120_000)

let nodes: readonly [WorkingOut, WorkingOut]
beforeAll(async () => {
  nodes = [await openWorkingOut(), await openWorkingOut()]
  for (const [setting, value] of Object.entries(otherWays))
    await nodes[1].testApp.owner.transaction(null, (tx) =>
      tx.query(
        `do $$ begin execute format('alter database %I set ${setting} = ${value}', current_database()); end $$`,
        [],
      ),
    )
}, 60_000)
afterAll(() => Promise.all(nodes.map((node) => node.close())), 60_000)
/** For connections that are opened from then on. */
const otherWays = { enable_hashjoin: 'off', enable_hashagg: 'off', enable_indexscan: 'off', jit: 'off' }

test(`${worlds} worlds: no match that is none, each match found, each fault named, the same digest on two nodes`, { timeout }, async () => {
  for (let seed = 1; seed <= worlds; seed++) {
    const world = worldOf(seed)
    const [one, other] = await Promise.all(nodes.map((node) => workedOutWorld(node, wholeFiles(world))))
    expect(untruths(world, one?.outcomes ?? []), `seed ${seed}`).toEqual([])
    expect(other?.digest, `seed ${seed}`).toBe(one?.digest)
  }
  report(`${worlds} worlds: nothing untrue, one digest each`)
}) // prettier-ignore

test(`${orders} orders in which the files of a world come, of whatever pieces: one digest`, { timeout }, async () => {
  const world = worldOf(1_001, 120)
  const digests = new Set<string>()
  for (let seed = 0; seed < orders; seed += nodes.length) {
    const told = await Promise.all(nodes.map((node, at) => workedOutWorld(node, piecesOf(world, randomOf(seed + at + 1)))))
    for (const { digest } of told) digests.add(digest)
  }
  expect([...digests]).toEqual([(await workedOutWorld(nodes[0], wholeFiles(world))).digest])
  report(`${orders} orders: one digest`)
}) // prettier-ignore

/** All records of a world in a few files in any order, some of them in several. */
function piecesOf(world: World, random: () => number): WorldFile[] {
  const below = (most: number): number => Math.floor(random() * most)
  const pieces = (['a', 'b'] as const).flatMap((side) => {
    const all = shuffled(world[side], random)
    const size = Math.ceil(all.length / (1 + below(4)))
    const whole = Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
    return [...whole, all.slice(0, 1 + below(20))].map((records) => ({ side, records }))
  })
  return shuffled(pieces, random)
}
const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all.map((item) => [random(), item] as const).toSorted(([one], [other]) => one - other).map(([, item]) => item) // prettier-ignore

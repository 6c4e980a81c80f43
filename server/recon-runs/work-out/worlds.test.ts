import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worldOf } from '../match/world-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { untruths, wholeFiles, workedOutWorld } from './world-run-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

// A thousand worlds, and hundreds of ways in which their files come, are tried by test/faults/recon-worlds.fault.ts.
describe('a world of known truth', () => {
  const world = worldOf(11, 250)

  it('has each match found, none that is not so, and each fault named; the same whatever came first', async () => {
    const run = await workedOutWorld(app, wholeFiles(world))
    expect(untruths(world, run.outcomes)).toEqual([])
    const halves = (side: 'a' | 'b', all = world[side].toReversed()) =>
      [all.slice(all.length / 2), all.slice(0, all.length / 2), all.slice(0, 20)].map((records) => ({ side, records }))
    expect((await workedOutWorld(app, [...halves('b'), ...halves('a')])).digest).toBe(run.digest)
  })
})
